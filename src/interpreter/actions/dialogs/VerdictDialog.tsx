import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import { formatFileStamp } from '../../../client/format.ts'
import { saveFile } from '../../../client/http/download.ts'
import type { Verdict } from '../verdict.ts'
import { orderedVerdicts, verdictsCsv } from './verdictList.ts'

interface VerdictDialogProps {
  readonly title: string
  readonly verdicts: readonly Verdict[]
  readonly onClose: () => void
}

/** Shows the result of a bulk action for each row, and saves it as a file. */
export function VerdictDialog({ title, verdicts, onClose }: VerdictDialogProps) {
  const failures = verdicts.filter((verdict) => !verdict.ok)
  const rows = orderedVerdicts(verdicts)
  const download = () =>
    saveFile(new Blob([verdictsCsv(rows)], { type: 'text/csv;charset=utf-8' }), `${title}結果_${formatFileStamp(new Date())}.csv`)
  return (
    <ModalDialog
      title={`${title}結果`}
      show
      onConfirm={onClose}
      onCancel={onClose}
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary me-auto" onClick={download}>
            下載結果
          </button>
          <button type="button" className="btn btn-primary" onClick={onClose}>
            確定
          </button>
        </>
      }
    >
      <p role="status">
        成功 {verdicts.length - failures.length} 筆，失敗 {failures.length} 筆
      </p>
      <table className="table table-sm mb-0">
        <caption className="visually-hidden">每筆資料的處理結果</caption>
        <thead>
          <tr>
            <th scope="col">資料</th>
            <th scope="col">結果</th>
            <th scope="col">說明</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((verdict) => (
            <tr key={verdict.id}>
              <th scope="row" className="fw-normal">
                {verdict.label}
              </th>
              <td>
                <span className={verdict.ok ? 'badge text-bg-success' : 'badge text-bg-danger'}>{verdict.ok ? '成功' : '失敗'}</span>
              </td>
              <td>{verdict.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ModalDialog>
  )
}
