import { formatDateTime } from '../../../src/client/format.ts'
import type { FormOptions } from '../../shared/companyForm/formOptions.ts'
import { NoteBox } from '../../shared/NoteBox.tsx'
import { ApplicationData } from './ApplicationData.tsx'
import type { OpenedApplication, OwnApplication } from './applyCalls.ts'
import { SupplementForm } from './SupplementForm.tsx'

/** Key of the state in which an application waits for its supplement. */
const supplementStatus = '2'

interface ApplicationViewProps {
  readonly opened: OpenedApplication
  readonly options: FormOptions
  readonly onChanged: (application: OwnApplication) => void
  readonly onClose: () => void
}

/** State and data of an application; a form instead of the data while a supplement is wanted. */
export function ApplicationView({ opened, options, onChanged, onClose }: ApplicationViewProps) {
  const { application, ticket } = opened
  const status = options.statuses.find((option) => option.key === application.status)?.value ?? application.status
  return (
    <>
      <section className="card application-state" aria-label="申請進度">
        <p className={`state state-${application.status}`}>{status}</p>
        <dl className="facts">
          <Fact name="申請編號" value={application.applyNo} />
          {application.corporateNo && <Fact name="企業會員編號" value={application.corporateNo} />}
          <Fact name="統一編號" value={application.taxNumber} />
          <Fact name="申請時間" value={formatDateTime(application.appliedAt)} />
        </dl>
        <button type="button" className="button button-quiet" onClick={onClose}>
          查詢其他申請
        </button>
      </section>
      {application.reviewRemark && (
        <NoteBox title="審核說明">
          <p className="remark">{application.reviewRemark}</p>
        </NoteBox>
      )}
      {application.status === supplementStatus ? (
        <SupplementForm application={application} ticket={ticket} options={options} onSent={onChanged} />
      ) : (
        <ApplicationData application={application} options={options} />
      )}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
