import { useState } from 'react'
import { imageDataUrlProblem, imageFileProblem } from '../../../src/rules/images.ts'
import { describedBy, FieldBox } from '../form/FieldBox.tsx'
import { FilePicker } from '../form/FilePicker.tsx'

interface CertificateFieldProps {
  readonly id: string
  readonly label: string
  /** Data URL of the chosen image; '' for none. */
  readonly value: string
  readonly problem?: string | undefined
  readonly onChange: (value: string) => void
}

const help = '可上傳 png、gif、jpeg、jpg、bmp 圖檔，大小須小於 1 MB。'

/** The image of a certificate; the file input is cleared after an error (specification, section 5). */
export function CertificateField({ id, label, value, problem, onChange }: CertificateFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null)

  const handleFile = async (file: File) => {
    const text = imageFileProblem(file)
    const image = text === null ? await readImage(file) : ''
    const found = text ?? imageDataUrlProblem(image)
    setRefusal(found)
    if (found === null) onChange(image)
    return found === null
  }

  const shown = refusal ?? problem
  return (
    <FieldBox id={id} label={label} required problem={shown} help={help} className="field-wide certificate">
      <FilePicker id={id} accept=".png,.gif,.jpeg,.jpg,.bmp" onFile={handleFile} {...describedBy(id, { help, problem: shown })} />
      {value !== '' && <img className="certificate-image" src={value} alt="已上傳的設立登記證明" />}
    </FieldBox>
  )
}

/** The type is taken from the checked extension, because operating systems use several types for bmp. */
function readImage(file: File): Promise<string> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () =>
      resolve(`data:image/${extension === 'jpg' ? 'jpeg' : extension};base64,${String(reader.result).split(',')[1] ?? ''}`)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
