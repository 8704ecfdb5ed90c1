import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import { lateDialog } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { type Row, rowsOf } from './rowValues.ts'

/** Loaded when the button is first pressed. */
const LazyImportDialog = lateDialog(async () => (await import('../../shared/import/ImportDialog.tsx')).FileImportDialog, Spinner)

interface RowsImportProps {
  /** `POST /api/...` from the document. */
  readonly call: string
  readonly title: string
  /** Number of rows that the file will replace. */
  readonly count: number
  readonly readForm: () => Readonly<Record<string, unknown>>
  readonly onRows: (rows: readonly Row[]) => void
}

/** Fills the rows of a form from a file. The server checks them together with the other input. */
export function RowsImport({ call, title, count, readForm, onRows }: RowsImportProps) {
  const [isOpen, setOpen] = useState(false)
  const path = call.slice('POST '.length)
  const target = {
    path,
    examplePath: `${path}/example`,
    titles: {},
    parts: () => ({ form: JSON.stringify(plainValues(readForm())) }),
    take: (rows: readonly unknown[]) => onRows(rowsOf(rows)),
  }
  return (
    <>
      <Button size="sm" variant="outline-secondary" className="ms-2" onClick={() => setOpen(true)}>
        匯入{title}
      </Button>
      {isOpen && (
        <LazyImportDialog
          title={`匯入${title}`}
          target={target}
          readyText={count === 0 ? '按「確定」帶入表單。' : `按「確定」取代表單中的 ${count} 筆。`}
          onClose={() => setOpen(false)}
          onImported={() => undefined}
        />
      )}
    </>
  )
}

/** Without lists, because rows that will be replaced and attached files need not be sent. */
function plainValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !Array.isArray(value)))
}
