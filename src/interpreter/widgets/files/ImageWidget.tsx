import { type ChangeEvent, useRef, useState } from 'react'
import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import { imageDataUrlProblem, imageFileProblem } from '../../../rules/images.ts'
import { controlAttributes, type WidgetProps } from '../widget.ts'
import { readDataUrl } from './readDataUrl.ts'

const accepted = '.png,.gif,.jpeg,.jpg,.bmp'

/** A picture below 1 MB, stored as a base64 data URL (specification 3 and 5). The file input is cleared after an error. */
export function ImageWidget(props: WidgetProps) {
  const { id, field, value, onChange, disabled, invalid, describedBy } = props
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const problemId = `${id}_problem`

  const refuse = (text: string) => {
    setProblem(text)
    if (input.current) input.current.value = ''
  }
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return
    const fileProblem = imageFileProblem(file)
    if (fileProblem !== null) return refuse(fileProblem)
    const dataUrl = await readDataUrl(file)
    const contentProblem = imageDataUrlProblem(dataUrl)
    if (contentProblem !== null) return refuse(contentProblem)
    setProblem(null)
    onChange(dataUrl)
  }
  const handleRemove = () => {
    if (input.current) input.current.value = ''
    setProblem(null)
    onChange(undefined)
  }

  return (
    <>
      <Form.Control
        {...controlAttributes(props)}
        ref={input}
        type="file"
        accept={accepted}
        disabled={disabled}
        isInvalid={invalid || problem !== null}
        aria-describedby={problem === null ? describedBy : [describedBy, problemId].filter(Boolean).join(' ')}
        onChange={(event: ChangeEvent<HTMLInputElement>) => void handleFile(event)}
      />
      {problem !== null && (
        <div id={problemId} className="record-form-error" role="alert">
          {problem}
        </div>
      )}
      {typeof value === 'string' && value.startsWith('data:image/') && (
        <div className="mt-2 d-flex align-items-end gap-2">
          <img className="record-form-image" src={value} alt={`${field.title}預覽`} />
          {!disabled && (
            <Button size="sm" variant="outline-danger" onClick={handleRemove}>
              移除圖片
            </Button>
          )}
        </div>
      )}
    </>
  )
}
