import { holdForApproval } from '../changeRequests/changeRequest.ts'
import { assertMastersOpen } from '../details/assertMastersOpen.ts'
import { assertSameCompany, saveDetails } from '../details/saveDetails.ts'
import { underCurrentNames } from '../formerNames.ts'
import { logEvent, type RecordEvent } from '../history/historyLog.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { pick } from '../pick.ts'
import { assertInScope } from '../scope.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { readUpdateInput } from './input.ts'
import { presentRecord } from './presentRecord.ts'
import { validateChange, withCleared } from './validate.ts'
import { assertCondition, hookContext, lockRecord, reread, storeChanges, write } from './write.ts'

export function updateRecord(prepared: PreparedCall, id: number, rowVersion: number, body: RecordValues): Promise<StoredRecord> {
  return underCurrentNames(prepared, body, (changes) =>
    write(prepared, async (open) => presentRecord(open, await updateInside(open, id, rowVersion, changes))),
  )
}

/** Changes one record in an open transaction. */
export async function updateInside(open: OpenWrite, id: number, rowVersion: number | undefined, body: RecordValues): Promise<StoredRecord> {
  const { prepared, trx } = open
  const { model, storage, hooks, call } = prepared
  const before = await lockRecord(open, id, rowVersion)
  assertCondition(prepared, model.entity.editable, before)
  const read = readUpdateInput(prepared, body, before)
  const input = { ...read, values: withCleared(open, before, read.values) }
  assertInScope(model, call.actor, before, input.values)
  assertSameCompany(model.entity, before, input.values)
  const assertUnlocked = await validateChange(open, before, input.values)
  const stored = await storage.storedFields(trx)
  const context = hookContext(open, { ...input.extra, ...pick(input.values, (name) => !stored.has(name)) })
  const completed = (await hooks.beforeUpdate?.(context, before, input.values)) ?? input.values
  assertUnlocked()
  await assertMastersOpen(open, [before, { ...before, ...completed }], completed)
  const { changes, changeNo } = await holdForApproval(open, before, completed, input.extra)
  if (Object.keys(changes).length === 0 && Object.keys(context.extra).length === 0) return reread(open, id)
  await storeChanges(
    open,
    id,
    pick(changes, (name) => stored.has(name)),
  )
  await saveDetails(open, before, changes)
  await hooks.afterUpdate?.(context, before, await reread(open, id))
  return logChange(open, before, { action: 'update', label: '修改', ...(changeNo !== undefined && { remark: changeNo }) })
}

/** Compares the stored record with `before`, writes the differences into the history, and returns the record as it is now. */
async function logChange(open: OpenWrite, before: StoredRecord, event: Omit<RecordEvent, 'before' | 'after'>): Promise<StoredRecord> {
  const after = await reread(open, before.id)
  logEvent(open, { ...event, before, after })
  return after
}
