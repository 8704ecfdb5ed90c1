import { useState } from 'react'
import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'

interface ProgressDialogProps {
  readonly title: string
  readonly done: number
  readonly total: number
  readonly onStop: () => void
}

/** Progress of a long bulk action. Stopping finishes the rows in progress; the results of processed rows are shown afterwards. */
export function ProgressDialog({ title, done, total, onStop }: ProgressDialogProps) {
  const [isStopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    onStop()
  }
  return (
    <ModalDialog
      title={`${title}處理中`}
      show
      onConfirm={stop}
      onCancel={stop}
      footer={
        <button type="button" className="btn btn-outline-secondary" disabled={isStopping} onClick={stop}>
          {isStopping ? '停止中…' : '停止'}
        </button>
      }
    >
      <progress className="w-100" max={total} value={done} aria-label={`${title}的進度`} />
      <p className="mb-0" role="status">
        已處理 {done.toLocaleString('en-US')} / {total.toLocaleString('en-US')} 筆
      </p>
    </ModalDialog>
  )
}
