import Button from 'react-bootstrap/Button'
import { saveFile } from '../../../client/http/download.ts'
import { showProblem } from '../../../client/notices.ts'
import type { AttachedFile } from '../../../rules/attachedFiles.ts'

interface FileLinksProps {
  readonly files: readonly AttachedFile[]
  readonly onRemove?: ((place: number) => void) | undefined
}

/** Attached files by name; a click saves a file. */
export function FileLinks({ files, onRemove }: FileLinksProps) {
  if (files.length === 0) return null
  return (
    <ul className="list-unstyled mb-2">
      {files.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files of the same name are told apart by their place only
        <li key={place} className="d-flex align-items-center gap-2">
          <button type="button" className="btn btn-link p-0 text-start text-break" onClick={() => save(file)}>
            {file.name}
          </button>
          {onRemove && (
            <Button size="sm" variant="outline-danger" aria-label={`移除 ${file.name}`} onClick={() => onRemove(place)}>
              移除
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function save({ name, content }: AttachedFile): void {
  try {
    saveFile(blobOf(content), name)
  } catch (problem) {
    showProblem(problem)
  }
}

/** Decoded by hand, because the page's policy does not allow fetching a data URL. */
function blobOf(dataUrl: string): Blob {
  const comma = dataUrl.indexOf(',')
  const bytes = Uint8Array.from(atob(dataUrl.slice(comma + 1)), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: dataUrl.slice('data:'.length, comma).replace(';base64', '') })
}
