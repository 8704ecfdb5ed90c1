import { ModalDialog } from '../../client/dialogs/ModalDialog.tsx'
import type { Verdict } from './verdict.ts'

interface VerdictDialogProps {
  readonly title: string
  readonly verdicts: readonly Verdict[]
  readonly onClose: () => void
}

const labelOrder = new Intl.Collator('zh-Hant', { numeric: true })

/** What became of each row of a bulk action: failures first, then by number, for the server takes the rows in an order of its own. */
export function VerdictDialog({ title, verdicts, onClose }: VerdictDialogProps) {
  const failures = verdicts.filter((verdict) => !verdict.ok)
  const rows = verdicts.toSorted((one, other) => Number(one.ok) - Number(other.ok) || labelOrder.compare(one.label, other.label))
  return (
    <ModalDialog
      title={`${title}結果`}
      show
      onConfirm={onClose}
      onCancel={onClose}
      footer={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          確定
        </button>
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
