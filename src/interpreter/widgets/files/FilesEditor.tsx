import { type ChangeEvent, useRef, useState } from 'react'
import Form from 'react-bootstrap/Form'
import { type AttachedFile, attachedFilesOf } from '../../../rules/attachedFiles.ts'
import { attachedFileProblem, fileDataUrlProblem } from '../../../rules/attachments.ts'
import { tierLimitText } from '../../../rules/tiers.ts'
import { FileLinks } from '../../shared/values/FileLinks.tsx'
import { listOrEmpty, type WidgetProps } from '../widget.ts'
import { readDataUrl } from './readDataUrl.ts'

const accepted = '.png,.gif,.jpeg,.jpg,.bmp,.pdf'
const limitDefault = 5
const nameLengthMax = 100

/**
 * Attached files: pictures and PDFs below 1 MB each, stored as base64 data URLs with their names. Of several chosen files, all are added or
 * none.
 */
export function FilesEditor({ id, field, value, onChange, disabled, invalid, describedBy, rowErrors }: WidgetProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const files = attachedFilesOf(value)
  const limit = field.property.maxItems ?? limitDefault
  const problemId = `${id}_problem`
  const shownProblem = problem ?? Object.values(rowErrors ?? {}).flatMap((errors) => Object.values(errors).flat())[0] ?? null

  const handleChosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const answer = await readFiles([...(event.target.files ?? [])], limit - files.length, limit)
    // Cleared, so that the same file can be chosen again after it was corrected or removed.
    if (input.current) input.current.value = ''
    setProblem(answer.problem)
    if (answer.files.length > 0) onChange([...files, ...answer.files])
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the label stands outside, with those of all other fields
    <div role="group" aria-labelledby={`${id}_label`}>
      <FileLinks
        files={files}
        onRemove={
          disabled
            ? undefined
            : (place) => {
                setProblem(null)
                onChange(listOrEmpty(files.filter((_file, index) => index !== place)))
              }
        }
      />
      {!disabled && (
        <Form.Control
          id={id}
          ref={input}
          type="file"
          multiple
          accept={accepted}
          aria-label={`選擇${field.title}`}
          disabled={files.length >= limit}
          isInvalid={invalid || shownProblem !== null}
          aria-describedby={shownProblem === null ? describedBy : [describedBy, problemId].filter(Boolean).join(' ')}
          onChange={(event: ChangeEvent<HTMLInputElement>) => void handleChosen(event)}
        />
      )}
      {shownProblem !== null && (
        <div id={problemId} className="record-form-error" role="alert">
          {shownProblem}
        </div>
      )}
    </div>
  )
}

/** @param room number of files that can still be added */
async function readFiles(
  chosen: readonly File[],
  room: number,
  limit: number,
): Promise<{ readonly files: readonly AttachedFile[]; readonly problem: string | null }> {
  const refuse = (problem: string) => ({ files: [], problem })
  if (chosen.length > room) return refuse(tierLimitText(limit))
  const files: AttachedFile[] = []
  for (const file of chosen) {
    const content = attachedFileProblem(file) === null ? await readDataUrl(file) : ''
    const problem = attachedFileProblem(file) ?? fileDataUrlProblem(content)
    if (problem !== null) return refuse(`${file.name}：${problem}`)
    files.push({ name: file.name.slice(-nameLengthMax), content })
  }
  return { files, problem: null }
}
