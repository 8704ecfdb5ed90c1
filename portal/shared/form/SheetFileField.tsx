import { useState } from 'react'
import { describedBy, FieldBox } from './FieldBox.tsx'
import { FilePicker } from './FilePicker.tsx'
import { readSheetFile } from './sheetFile.ts'

interface SheetFileFieldProps {
  readonly id: string
  readonly label: string
  /** Takes the cells of the file. @throws RangeError with a text for the user, which is shown below the field */
  readonly onCells: (cells: readonly (readonly string[])[]) => void
}

/** Reads a list of people from a workbook or CSV file that the user chooses. */
export function SheetFileField({ id, label, onCells }: SheetFileFieldProps) {
  const [problem, setProblem] = useState<string>()
  const handleFile = async (file: File) => {
    try {
      onCells(await readSheetFile(await file.arrayBuffer()))
      setProblem(undefined)
      return true
    } catch (refusal) {
      if (!(refusal instanceof RangeError)) throw refusal
      setProblem(refusal.message)
      return false
    }
  }
  return (
    <FieldBox id={id} label={label}>
      <FilePicker id={id} accept=".xlsx,.csv,.txt" onFile={handleFile} {...describedBy(id, { problem })} />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </FieldBox>
  )
}
