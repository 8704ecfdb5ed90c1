import { onlySubmitter, type PublishedTable } from '../../language/catalog/publishedTable.ts'
import { settingStatus } from '../../rules/codes.generated.ts'

const { draft, waiting, approved, rejected, stopped } = settingStatus
/** Who drew up or changed a setting does not decide it (rule MC, domain 3). */
const notByMaker = ['submittedBy', 'updatedBy']
const isDraft = { 'row.status': { in: [draft, rejected] } }

/**
 * The steps that a second person decides, of every table with settings of pattern AS (domain 3.3): only a draft is edited, only what was
 * submitted is decided, and by somebody else; an approved setting ends by being stopped or replaced.
 */
export const settingSteps = {
  state: 'status',
  transitions: {
    submit: { permission: 'submit', from: [draft, rejected], to: waiting },
    withdraw: { permission: 'submit', from: [waiting], to: draft, guard: onlySubmitter },
    approve: { permission: 'approve', from: [waiting], to: approved, notBy: notByMaker },
    reject: { permission: 'approve', from: [waiting], to: rejected, notBy: notByMaker },
    stop: { permission: 'approve', from: [approved], to: stopped },
    replace: { permission: 'approve', from: [approved], to: approved },
  },
  editable: isDraft,
  deletable: isDraft,
} satisfies Partial<PublishedTable>

/** What the steps write, and documents only show. */
export const settingStepFields = ['status', 'previousId', 'submittedBy', 'submittedAt', 'approvedBy', 'approvedAt', 'rejectReason'] as const
