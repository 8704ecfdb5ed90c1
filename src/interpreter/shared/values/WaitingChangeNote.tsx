import { formatDate, formatDateTime } from '../../../client/format.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { WaitingChange } from '../../../rules/waitingChange.ts'
import './waitingChange.css'

/** The change of a record that waits: who asked for it, and what each field would become. */
export function WaitingChangeNote({ waiting }: { readonly waiting: WaitingChange }) {
  const { changeNo, submittedBy, submittedAt, effectiveDate, isApproved, lines } = waiting
  return (
    <section className="waiting-change" aria-label="待審變更">
      <h3 className="waiting-change-title">{isApproved ? `已核准的變更，${formatDate(effectiveDate)} 生效` : '待審變更'}</h3>
      <p className="waiting-change-by">
        {changeNo}　{submittedBy} 於 {formatDateTime(submittedAt)} 申請
        {effectiveDate > taipeiDate(new Date(submittedAt)) && `，核准後自 ${formatDate(effectiveDate)} 起生效`}
      </p>
      <table className="table table-sm mb-0">
        <thead>
          <tr>
            <th scope="col">欄位</th>
            <th scope="col">變更前</th>
            <th scope="col">變更後</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ title, before, after }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{before === '' ? '—' : before}</td>
              <td className="fw-semibold">{after === '' ? '—' : after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
