import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import type { ChangeDecision } from '../../../rules/waitingChange.ts'
import { apiError } from '../../platform/errors.ts'
import { readableFields } from '../allowedFields.ts'
import { changeRequestEntity } from '../changeRequests/changeRequest.ts'
import { type RequestedChange, selectWaiting } from '../changeRequests/waitingRow.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { type OpenWrite, type PreparedCall, prepare } from '../services.ts'
import { presentRecord } from '../write/presentRecord.ts'
import { assertOffered, splitVersion, transitionInside } from '../write/transition.ts'
import { lockRecord, reread, write } from '../write/write.ts'

const steps: { readonly [Name in ChangeDecision]: string } = {
  approveChange: 'approve',
  rejectChange: 'reject',
  withdrawChange: 'withdraw',
}

/**
 * Decides on the change of a record that waits, in an entity without a table: a second person approves or rejects it, who asked takes it
 * back. The record is locked first, in the version that the person saw, so of two decisions only one is made. What is approved is written
 * in the same transaction.
 *
 * @throws M08 for a record that this actor may not see, M10 for another version, M09 when nothing waits, somebody else asked for it, or it
 * no longer fits; M13 for an own request
 */
export function decideOnChange(prepared: PreparedCall, id: number, name: ChangeDecision, input: RecordValues): Promise<StoredRecord> {
  const { rowVersion, given } = splitVersion(prepared, input)
  return write(prepared, async (open) => {
    assertOffered(prepared, name)
    await lockRecord(open, id, rowVersion)
    await decideInside(open, id, name, given)
    return presentRecord(open, await reread(open, id))
  })
}

async function decideInside(open: OpenWrite, id: number, name: ChangeDecision, given: RecordValues): Promise<void> {
  const { prepared, trx } = open
  const { call, services, model } = prepared
  const waiting = await selectWaiting(trx, model.entity.name, id)
  if (waiting?.status !== companyChangeStatus.open) throw apiError('M09')
  if (name === 'withdrawChange' && waiting.submittedBy !== call.actor.userName) throw apiError('M09')
  if (name === 'approveChange') assertShown(prepared, waiting.changes)
  const inner = prepare(services, { actor: call.actor, screen: null, entity: changeRequestEntity, now: call.now, db: trx })
  await transitionInside({ ...open, prepared: inner }, { id: waiting.id, name: steps[name], given, rowVersion: undefined })
}

/** Nobody approves what the screen does not show. */
function assertShown({ call, model }: PreparedCall, changes: readonly RequestedChange[]): void {
  const readable = readableFields(call.screen, model, 'record')
  if (changes.some(({ field }) => model.fields.has(field) && !readable.has(field))) throw apiError('M12')
}
