import type { FormOptions, OpenedApplication, OwnApplication } from '../../../src/answers/corporate.ts'
import { corporateStatus } from '../../../src/rules/codes.generated.ts'
import { NoteBox } from '../../shared/NoteBox.tsx'
import { ApplicationData } from './ApplicationData.tsx'
import { ApplicationState } from './ApplicationState.tsx'
import { NextStep } from './NextStep.tsx'
import { SupplementForm } from './SupplementForm.tsx'

interface ApplicationViewProps {
  readonly opened: OpenedApplication
  readonly options: FormOptions
  readonly onChanged: (application: OwnApplication) => void
  readonly onClose: () => void
}

/** State and data of an application; while a supplement is requested, a form instead of the data. */
export function ApplicationView({ opened, options, onChanged, onClose }: ApplicationViewProps) {
  const { application, ticket } = opened
  return (
    <>
      <ApplicationState application={application} options={options}>
        <NextStep application={application} />
        <button type="button" className="button button-quiet" onClick={onClose}>
          查詢其他申請
        </button>
      </ApplicationState>
      {application.reviewRemark && (
        <NoteBox title="審核說明">
          <p className="remark">{application.reviewRemark}</p>
        </NoteBox>
      )}
      {application.status === corporateStatus.supplement ? (
        <SupplementForm application={application} ticket={ticket} options={options} onSent={onChanged} />
      ) : (
        <ApplicationData application={application} options={options} />
      )}
    </>
  )
}
