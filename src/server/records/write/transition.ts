import type { Transition } from '../../../language/documents/entity.ts'
import { remarkInputs } from '../../../language/record/remarkInputs.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import { assertMastersOpen } from '../details/assertMastersOpen.ts'
import { entityNames } from '../formerNames.ts'
import { logEvent } from '../history/historyLog.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { tell } from '../notices/tell.ts'
import { pick } from '../pick.ts'
import { findLastEditor } from '../read/historyRead.ts'
import { acceptRichText } from '../richText/richText.ts'
import { assertInScope } from '../scope.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { presentRecord } from './presentRecord.ts'
import { validateInput } from './validate.ts'
import { assertCondition, hookContext, lockRecord, reread, storeChanges, write } from './write.ts'

export async function runTransition(prepared: PreparedCall, id: number, name: string, input: RecordValues): Promise<StoredRecord> {
  const version = splitVersion(prepared, input)
  return write(prepared, async (open) => presentRecord(open, await transitionInside(open, { id, name, ...version })))
}

/** The version that the caller saw, which a call through a screen must name, and the rest of the input. */
export function splitVersion({ call }: PreparedCall, { rowVersion, ...given }: RecordValues) {
  if (call.screen && rowVersion === undefined) throw fieldsError({ rowVersion: '版本 必填' }, 'M05')
  return { rowVersion: versionOf(rowVersion), given }
}

function versionOf(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw fieldsError({ rowVersion: '版本 格式錯誤' })
  return value
}

interface TransitionInsideInput {
  readonly id: number
  readonly name: string
  readonly given: RecordValues
  readonly rowVersion: number | undefined
}

/** Runs one step of one record in an open transaction: version, state, guard, maker-checker, input, effect, new state, history. */
export async function transitionInside(open: OpenWrite, { id, name, given, rowVersion }: TransitionInsideInput): Promise<StoredRecord> {
  const { prepared } = open
  const transition = getTransition(prepared, name)
  const record = await lockRecord(open, id, rowVersion)
  assertInState(transition, record)
  assertCondition(prepared, transition.guard, record)
  await assertOtherPerson(open, transition, record)
  const { extra, rest } = takeExtra(prepared, transition, given)
  const input = await validateInput(open, transition.input, rest, record)
  const stored = await prepared.storage.storedFields(open.trx)
  const moving: OpenWrite = { ...open, moved: (open.moved ?? new Set()).add(id) }
  const moveAlso = async (ids: readonly number[]) => {
    for (const other of ids)
      if (!moving.moved?.has(other)) await transitionInside(moving, { id: other, name, given, rowVersion: undefined })
  }
  const further = await prepared.hooks.transitions?.[name]?.(hookContext(open, extra, moveAlso), record, input)
  const written = enteredFields(prepared, { ...input, ...standardColumns(open, name, input), ...stampColumns(open, transition, input) })
  assertInScope(prepared.model, prepared.call.actor, record, written)
  const columns = { ...written, [transition.field]: transition.to, ...further }
  await assertMastersOpen(open, [record, { ...record, ...columns }], columns)
  await storeChanges(
    open,
    id,
    pick(columns, (column) => stored.has(column)),
  )
  const remark = remarkOf(input)
  const after = await reread(open, id)
  logEvent(open, {
    ...{ action: name, label: transition.label, before: record, after },
    fromState: String(record[transition.field]),
    // As the view shows it: what is stored as approved may be read as running.
    toState: String(after[transition.field]),
    ...(remark !== undefined && { remark }),
  })
  if (transition.notify !== undefined) await tell(prepared, open.trx, { notice: transition.notify, record: after, about: name })
  return after
}

/** @throws M08 when the transition does not exist; M12 when the screen does not offer it */
function getTransition(prepared: PreparedCall, name: string): Transition {
  const { transitions } = prepared.model.entity
  const transition = transitions && Object.hasOwn(transitions, name) ? transitions[name] : undefined
  if (!transition) throw apiError('M08')
  assertOffered(prepared, name)
  return transition
}

/** @throws M12 when the screen, restricted to what the actor may do, does not offer a step or a decision of this name */
export function assertOffered({ call }: PreparedCall, name: string): void {
  if (!call.screen) return
  const offered = Object.values(call.screen.actions).find((action) => action.kind === 'transition' && action.transition === name)
  if (!offered || !call.actor.permissions.has(offered.permission)) throw apiError('M12')
}

/** Splits the input into members that only a hook knows (an answer to its question) and those that the document declares. */
function takeExtra({ hooks }: PreparedCall, { input }: Transition, given: RecordValues): { extra: RecordValues; rest: RecordValues } {
  const isExtra = (name: string) => hooks.extraInput?.includes(name) === true && !Object.hasOwn(input?.properties ?? {}, name)
  const part = (passes: (name: string) => boolean) => Object.fromEntries(Object.entries(given).filter(([name]) => passes(name)))
  return { extra: part(isExtra), rest: part((name) => !isExtra(name)) }
}

function assertInState(transition: Transition, record: StoredRecord): void {
  const state = record[transition.field]
  if (typeof state !== 'string' || !transition.from.includes(state)) throw apiError('M09')
}

/** Maker-checker: the actor must not be the person who submitted or last edited the record, by the fields that the document names. */
async function assertOtherPerson({ prepared, trx }: OpenWrite, { notBy = [] }: Transition, record: StoredRecord): Promise<void> {
  const { userName } = prepared.call.actor
  if (notBy.some((field) => record[field] === userName)) throw apiError('M13')
  // After a submit, `updatedBy` is the submitter; the last editor of the content is found in the history.
  if (notBy.includes('updatedBy') && (await findLastEditor(trx, entityNames(prepared), record.id)) === userName) throw apiError('M13')
}

/** Values for entities with the standard columns of a decision: who asked, who decided and why. A new request clears the old decision. */
function standardColumns({ stamp }: OpenWrite, name: string, input: RecordValues): RecordValues {
  const at = stamp.now.toISOString()
  if (name === 'submit') return { submittedBy: stamp.userName, submittedAt: at, approvedBy: null, approvedAt: null, rejectReason: null }
  if (name === 'approve') return { approvedBy: stamp.userName, approvedAt: at, rejectReason: null }
  return name === 'reject' ? { rejectReason: remarkOf(input) ?? null } : {}
}

/** What the document has the step write: who took it, when, or a value of its input. */
function stampColumns({ stamp }: OpenWrite, transition: Transition, input: RecordValues): RecordValues {
  const known: RecordValues = { user: stamp.userName, now: stamp.now.toISOString(), today: taipeiDate(stamp.now), none: null }
  const written = (source: string) => (source.startsWith('input.') ? (input[source.slice('input.'.length)] ?? null) : known[source])
  return Object.fromEntries(Object.entries(transition.stamp ?? {}).map(([field, source]) => [field, written(source)]))
}

/**
 * What was entered, as the fields of the record that it becomes take it: an input was checked as a plain text although the field of its name
 * is rich text.
 */
function enteredFields({ model }: PreparedCall, entered: RecordValues): RecordValues {
  return Object.fromEntries(
    Object.entries(entered).map(([name, value]) => [name, acceptRichText(name, model.fields.get(name)?.property, value)]),
  )
}

function remarkOf(input: RecordValues): string | undefined {
  const remark = remarkInputs.map((name) => input[name]).find((given) => given !== null && given !== undefined)
  return typeof remark === 'string' ? remark : undefined
}
