import { changeFields } from '../../../language/entity/changeDecisions.ts'
import { predicatePaths } from '../../../language/predicate/predicatePaths.ts'
import { type ApiError, textError } from '../../platform/errors.ts'
import type { RequestedChange } from '../changeRequests/waitingRow.ts'
import { textOf } from '../history/historyLog.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { assertInScope } from '../scope.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { problemsSince } from '../write/validate.ts'
import { assertCondition } from '../write/write.ts'

/** What a record without a waiting change has in the fields that tell of one. */
export const nothingWaits: RecordValues = { [changeFields.isWaiting]: false, [changeFields.maker]: null }

/**
 * Checks that a change that was asked for some time ago still does what was asked for: the document still has its fields, the record still
 * has the values that were to be replaced and may still be edited, and the new values still pass the rules.
 *
 * @throws M09 with what does not fit, M12 for a record of another company
 */
export async function assertChangeFits(open: OpenWrite, before: StoredRecord, changes: readonly RequestedChange[]): Promise<void> {
  const { model, call } = open.prepared
  const titles = (some: readonly RequestedChange[]) => some.map(({ title }) => title).join('、')
  const gone = changes.filter(({ field }) => !Object.hasOwn(model.entity.properties, field))
  if (gone.length > 0) throw outdated(`已沒有欄位「${titles(gone)}」`)
  const moved = changes.filter((one) => nowOf(open, before, one.field) !== one.before)
  if (moved.length > 0) throw outdated(`「${titles(moved)}」在申請之後已經變更`)
  assertStillEditable(open.prepared, before)
  const values = valuesOf(changes)
  assertInScope(model, call.actor, before, values)
  const problems = Object.entries(await problemsSince(open, before, values))
  if (problems.length > 0) throw outdated(problems.map(([path, text]) => withTitle(open, path, text)).join('；'))
}

/** A text for a field is read beside it in a form; here it has to say which field it is about. */
function withTitle({ prepared }: OpenWrite, path: string, text: string): string {
  const title = prepared.model.fields.get(path.split('.')[0] ?? '')?.title ?? path
  return text.includes(title) ? text : `「${title}」${text}`
}

/** The values that a request would store. */
export function valuesOf(changes: readonly RequestedChange[]): RecordValues {
  return Object.fromEntries(changes.map((change) => [change.field, change.value]))
}

function nowOf({ prepared }: OpenWrite, record: StoredRecord, name: string): string | null {
  const field = prepared.model.fields.get(name)
  return field ? textOf(field, record[name]) : null
}

/**
 * The condition held when the change was asked for, then for a record of which nothing waited. A condition on the person was one on who
 * asked, so it is not put to who decides.
 */
function assertStillEditable(prepared: PreparedCall, record: StoredRecord): void {
  const { editable } = prepared.model.entity
  if (editable === undefined || predicatePaths(editable).some(({ root }) => root === 'user')) return
  assertCondition(prepared, editable, { ...record, ...nothingWaits })
}

function outdated(why: string): ApiError {
  return textError(409, `${why}。此變更不能生效，請退回後重新申請。`, 'M09')
}
