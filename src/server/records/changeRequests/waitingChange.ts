import { decidesChanges } from '../../../language/entity/changeDecisions.ts'
import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import { type WaitingChange, waitingChangeKey } from '../../../rules/waitingChange.ts'
import { readableFields } from '../allowedFields.ts'
import { historyTexts, labelFinder } from '../history/historyLabels.ts'
import type { StoredRecord } from '../hooks.ts'
import type { PreparedCall } from '../services.ts'
import { selectWaiting } from './waitingRow.ts'

/** The change that waits for a record, as this reader may see it, to be sent beside its fields. */
export async function waitingChange(
  prepared: PreparedCall,
  { id }: StoredRecord,
): Promise<{ readonly [waitingChangeKey]?: WaitingChange }> {
  const { call, model, services } = prepared
  if (!decidesChanges(model.entity)) return {}
  const waiting = await selectWaiting(call.db, model.entity.name, id)
  if (!waiting) return {}
  const readable = readableFields(call.screen, model, 'record')
  const shown = waiting.changes.filter(({ field }) => readable.has(field))
  const kept = shown.flatMap(({ field, before, after }) =>
    [before, after].map((text) => ({ property: model.fields.get(field)?.property, kept: text })),
  )
  const texts = await historyTexts(labelFinder({ call, services }), call.db, kept)
  const lines = shown.map(({ title }, index) => ({ title, before: texts[2 * index] ?? '', after: texts[2 * index + 1] ?? '' }))
  const { changeNo, submittedBy, submittedAt, effectiveDate, status } = waiting
  const isApproved = status === companyChangeStatus.approved
  return { [waitingChangeKey]: { changeNo, submittedBy, submittedAt: submittedAt.toISOString(), effectiveDate, isApproved, lines } }
}
