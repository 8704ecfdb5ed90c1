import type { ReactNode } from 'react'
import type { FormOptions, OwnApplication } from '../../../src/answers/corporate.ts'
import { formatDateTime } from '../../../src/client/format.ts'

interface ApplicationStateProps {
  readonly application: OwnApplication
  readonly options: FormOptions
  /** Actions for this state. */
  readonly children?: ReactNode
}

/** Shows the state of an application and its numbers. */
export function ApplicationState({ application, options, children }: ApplicationStateProps) {
  const status = options.statuses.find((option) => option.key === application.status)?.value ?? application.status
  return (
    <section className="card application-state" aria-label="申請進度">
      <p className={`state state-${application.status}`}>{status}</p>
      <dl className="facts">
        <Fact name="申請編號" value={application.applyNo} />
        {application.corporateNo && <Fact name="企業會員編號" value={application.corporateNo} />}
        <Fact name="統一編號" value={application.taxNumber} />
        <Fact name="申請時間" value={formatDateTime(application.appliedAt)} />
      </dl>
      {children}
    </section>
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
