import { type InputHTMLAttributes, useState } from 'react'

interface FilePickerProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-invalid' | 'aria-describedby'> {
  readonly id: string
  /** Extensions for `accept`. */
  readonly accept: string
  /** Takes the file; returns false when it was refused, and the field is emptied. */
  readonly onFile: (file: File) => Promise<boolean>
}

/** A file input with our own texts, because those of browsers are in the language of the system. */
export function FilePicker({ id, accept, onFile, ...described }: FilePickerProps) {
  const [name, setName] = useState('')
  const take = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (!file) return
    const isTaken = await onFile(file)
    setName(isTaken ? file.name : '')
    // The same file can be chosen again after it was corrected.
    input.value = ''
  }
  return (
    <div className="file-picker">
      <input id={id} type="file" accept={accept} onChange={(event) => void take(event.currentTarget)} {...described} />
      <span className="button button-quiet button-small" aria-hidden="true">
        選擇檔案
      </span>
      <span className="file-name">{name || '尚未選擇檔案'}</span>
    </div>
  )
}
