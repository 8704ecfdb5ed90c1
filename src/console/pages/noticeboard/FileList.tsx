import { useEffect } from 'react'
import Button from 'react-bootstrap/Button'
import type { ExportFile } from '../../../answers/noticeboard.ts'
import { formatDateTime } from '../../../client/format.ts'
import { useLoad } from '../../../client/load/useLoad.ts'
import { Icon } from '../../../client/parts/Icon.tsx'
import { useSend } from '../../../client/send/useSend.ts'
import { listFiles } from './noticeboardCalls.ts'

/** How often the progress of files that are being made is asked for. */
const askEveryMs = 3000

/** Files of export jobs, kept for 24 hours, those being made with their progress; nothing at all when there are none. */
export function FileList() {
  const { data, reload } = useLoad(listFiles, [])
  const files = data ?? []
  const isWaiting = files.some((file) => file.state === 'waiting' || file.state === 'running')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, askEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
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
          <li key={file.id} className="list-group-item d-flex flex-wrap align-items-center gap-3">
            <Icon name="description" />
            <span className="flex-grow-1 text-break">{file.fileName}</span>
            <span className="text-body-secondary">{formatDateTime(file.createdAt)}</span>
            <FileState file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileState({ file }: { readonly file: ExportFile }) {
  const { isSending, send } = useSend()
  if (file.state === 'failed') return <span className="text-danger">匯出失敗，請重新匯出。</span>
  if (file.state !== 'done') return <FileProgress file={file} />
  return (
    <Button
      size="sm"
      variant="outline-primary"
      aria-label={`下載 ${file.fileName}`}
      disabled={isSending}
      onClick={() => void send((http) => http.download(file.path))}
    >
      下載
    </Button>
  )
}

function FileProgress({ file: { fileName, doneCount, totalCount, state } }: { readonly file: ExportFile }) {
  return (
    <span className="d-flex align-items-center gap-2">
      <progress max={totalCount} value={doneCount} aria-label={`${fileName} 的進度`} />
      {state === 'waiting' ? '等待中' : `${doneCount.toLocaleString('en-US')} / ${totalCount.toLocaleString('en-US')} 筆`}
    </span>
  )
}
