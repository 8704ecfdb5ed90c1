import { assertNothingWaits } from '../changeRequests/changeRequest.ts'
import { assertMastersOpen } from '../details/assertMastersOpen.ts'
import { removeDetails } from '../details/saveDetails.ts'
import { logEvent } from '../history/historyLog.ts'
import { hasApprovalFields } from '../model.ts'
import { assertNotReferenced } from '../references.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { clearReferences } from './clearReferences.ts'
import { withConstraintTexts } from './constraintErrors.ts'
import { assertCondition, hookContext, lockRecord, write } from './write.ts'

export function removeRecord(prepared: PreparedCall, id: number, rowVersion: number | undefined): Promise<void> {
  return write(prepared, (open) => removeInside(open, id, rowVersion))
}

/** Removes the row, unless a hook has removed it in its own way. A record that others refer to is never removed. */
export async function removeInside(open: OpenWrite, id: number, rowVersion: number | undefined): Promise<void> {
  const { prepared, trx } = open
  const before = await lockRecord(open, id, rowVersion)
  assertCondition(prepared, prepared.model.entity.deletable, before)
  if (hasApprovalFields(prepared.model)) await assertNothingWaits(trx, prepared.model, id)
  await assertMastersOpen(open, [before])
  const handled = await prepared.hooks.beforeDelete?.(hookContext(open, {}), before)
  if (handled !== 'handled') {
    await removeDetails(open, before)
    await assertNotReferenced(trx, prepared.model, prepared.services.entities?.() ?? [], before)
    await clearReferences(open, before)
    await withConstraintTexts(prepared.model, 'remove', () => prepared.storage.remove(trx, id))
  }
  logEvent(open, { action: 'delete', label: '刪除', before })
}
