import { detailsOf } from '../../../language/entity/details.ts'
import { assertMastersOpen } from '../details/assertMastersOpen.ts'
import { saveDetails } from '../details/saveDetails.ts'
import { underCurrentNames } from '../formerNames.ts'
import { logEvent } from '../history/historyLog.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { pick } from '../pick.ts'
import { forceScope } from '../scope.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { noteWrite } from '../validation/knownOptions.ts'
import { withAutomaticNumbers } from './automaticNumbers.ts'
import { withConstraintTexts } from './constraintErrors.ts'
import { insertOrTellAll } from './createProblems.ts'
import { readCreateInput, withDefaults } from './input.ts'
import { presentRecord } from './presentRecord.ts'
import { validateNew } from './validate.ts'
import { hookContext, reread, write } from './write.ts'

export function createRecord(prepared: PreparedCall, body: RecordValues): Promise<StoredRecord> {
  return underCurrentNames(prepared, body, (values) =>
    write(prepared, async (open) => presentRecord(open, await createInside(open, values, { action: 'create', label: '新增' }))),
  )
}

type Complete = (sound: RecordValues) => Promise<RecordValues>
type Insert = (completed: RecordValues) => Promise<number>

async function insertChecked(open: OpenWrite, values: RecordValues, complete: Complete, insert: Insert): Promise<number> {
  await validateNew(open, values)
  return insert(await complete(values))
}

/** Creates one record in an open transaction. Imports use it for each row. */
export async function createInside(open: OpenWrite, body: RecordValues, event: { action: string; label: string }): Promise<StoredRecord> {
  const { prepared, trx, stamp } = open
  const { model, storage, hooks, call } = prepared
  const input = readCreateInput(prepared, body)
  const values = withDefaults(prepared, forceScope(model, call.actor, input.values))
  const stored = await storage.storedFields(trx)
  const context = hookContext(open, { ...input.extra, ...pick(values, (name) => !stored.has(name)) })
  const complete = async (sound: RecordValues) => withAutomaticNumbers(open, (await hooks.beforeCreate?.(context, sound)) ?? sound)
  const insert = async (completed: RecordValues) => {
    // After the checks: the state of a record of another company is nobody's business.
    await assertMastersOpen(open, [completed])
    noteWrite(call.knownOptions)
    return withConstraintTexts(model, 'store', () =>
      storage.insert(
        trx,
        pick(completed, (name) => stored.has(name)),
        stamp,
      ),
    )
  }
  const id = call.allProblems ? await insertOrTellAll(open, values, complete, insert) : await insertChecked(open, values, complete, insert)
  if (detailsOf(model.entity.properties).length > 0) await saveDetails(open, await reread(open, id), values)
  await hooks.afterCreate?.(context, await reread(open, id))
  const after = await reread(open, id)
  logEvent(open, { ...event, after })
  return after
}
