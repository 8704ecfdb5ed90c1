import Button from 'react-bootstrap/Button'
import { formatDateTime } from '../../../client/format.ts'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { showProblem } from '../../../client/notices.ts'
import { Icon } from '../../../client/parts/Icon.tsx'
import { listFiles } from './noticeboardCalls.ts'
import { useRead } from './useRead.ts'

/** Files of finished export jobs, kept for 24 hours; nothing at all when there are none. */
export function FileList() {
  const http = useHttp()
  const { value: files = [] } = useRead(listFiles)
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files-title" className="card mt-4">
      <div className="card-header">
        <h2 id="files-title" className="h6 mb-0">
          匯出檔案
        </h2>
      </div>
      <ul className="list-group list-group-flush">
        {files.map((file) => (
          <li key={file.id} className="list-group-item d-flex align-items-center gap-3">
            <Icon name="description" />
            <span className="flex-grow-1 text-break">{file.fileName}</span>
            <span className="text-body-secondary">{formatDateTime(file.createdAt)}</span>
            <Button
              size="sm"
              variant="outline-primary"
              aria-label={`下載 ${file.fileName}`}
              onClick={() => http.download(file.path).catch(showProblem)}
            >
              下載
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
