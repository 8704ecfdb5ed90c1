import { sql } from 'kysely'
import { type SettingStatus, settingStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { OutOfLimits } from '../../../rules/outOfLimits.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import type { HookContext, NewRecordOf, QueryContext, RecordHooks, RecordOf, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { lastClosedDay, type PeriodStream } from '../company/public.ts'
import { requireConfirmation } from '../confirmation.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { countedMax } from './countPosted.ts'
import { type DateRange, dayBefore, isEmptyRange, rangesOverlap, type SettingPeriod } from './settingPeriod.ts'

/** Name of the field by which the user confirms the question about points posted already. */
const postedAccepted = 'confirmPosted'

/** Entities whose records are settings of pattern AS. */
export type SettingName = 'rewardPoint' | 'pointExchange' | 'companyDiscount' | 'yearlyDiscount' | 'payerExtraRatio' | 'negativeRestriction'

/** A decided setting (approved, or stopped) in the query for overlaps: its days, and what tells which of them count. */
type Rival = { readonly id: number; readonly status: SettingStatus } & RecordValues

/**
 * What one kind of setting adds to pattern AS (domain 3.3). Its entity document has the states and transitions `submit`, `approve`,
 * `reject`, `stop` and `replace` (with the input `lastDay`), and the field `previousId`.
 */
interface KindOf<Entity extends SettingName, Setting, Draft> {
  readonly entity: Entity
  /** The number assigned by the server, e.g. `RP` and 6 digits in `rewardPointNo`. */
  readonly number: { readonly field: string; readonly prefix: string; readonly digits?: number }
  readonly period: SettingPeriod<Draft>
  /**
   * Number of the company whose row is locked for the setting, and whose closed periods limit its start; null for a setting of the platform
   * itself.
   */
  companyOf(setting: Draft): string | null
  readonly streams: readonly PeriodStream[]
  readonly extraInput?: readonly string[]
  /** Checks and completes a draft; `before` is null for a new one. */
  complete?(context: HookContext, setting: Draft, before: Setting | null): Promise<Draft> | Draft
  /** Decided settings (approved, or stopped with days left) that must not be valid on the same days as this one. */
  findRivals(trx: Trx, setting: Setting): Promise<readonly Rival[]>
  /** Finds new versions of a setting, in any state. */
  findSuccessors(trx: Trx, previousId: number): Promise<readonly { readonly status: SettingStatus }[]>
  /**
   * For settings that affect a posting when it is made: counts what was posted on these days under the earlier terms (see
   * `countPosted.ts`).
   */
  countPosted?(db: Executor, setting: Setting, days: DateRange): Promise<number>
  /** Values outside the limits of the domain, by field, while the setting is not decided. */
  outOfLimits?(context: QueryContext, setting: Setting): Promise<OutOfLimits> | OutOfLimits
  /** Throws to refuse any step except the first. */
  beforeStep?(context: HookContext, setting: Setting): Promise<void> | void
  beforeSubmit?(context: HookContext, setting: Setting): Promise<void> | void
  beforeStop?(context: HookContext, setting: Setting): Promise<void> | void
}

export type SettingKind<Name extends SettingName> = KindOf<Name, RecordOf<Name>, NewRecordOf<Name>>

/**
 * Ends the version that an approved one replaces, by the records engine, so that its history shows it. A stopped version is not changed.
 */
export type EndPrevious = (context: HookContext, previousId: number, lastDay: string) => Promise<void>

/**
 * Pattern AS for all settings: numbers, drafts, overlaps, no start in a closed period, replacement on approval, and stopping. The engine
 * takes states, maker and checker from the entity document.
 */
export function approvedSettingHooks<Name extends SettingName>(kind: SettingKind<Name>, endPrevious: EndPrevious): RecordHooks<Name> {
  return hooksOf(kind as unknown as AnyKind, endPrevious) as unknown as RecordHooks<Name>
}

/** The fields that all kinds have. The pattern itself reads and writes no others. */
type Setting = StoredRecord & Pick<RecordOf<SettingName>, 'status' | 'previousId'>
type AnyKind = KindOf<SettingName, Setting, RecordValues>

function hooksOf(kind: AnyKind, endPrevious: EndPrevious) {
  return {
    extraInput: [...(kind.extraInput ?? []), postedAccepted],
    beforeCreate: (context: HookContext, input: RecordValues) => beforeCreate(kind, context, input),
    beforeUpdate: (context: HookContext, before: Setting, changes: RecordValues) => beforeUpdate(kind, context, before, changes),
    async beforeDelete(context: HookContext, setting: Setting) {
      await kind.beforeStep?.(context, setting)
    },
    outOfLimits: (context: QueryContext, setting: Setting) => outOfLimits(kind, context, setting),
    transitions: {
      submit: (context: HookContext, setting: Setting) => beforeSubmit(kind, context, setting),
      approve: (context: HookContext, setting: Setting) => beforeApprove(kind, endPrevious, context, setting),
      stop: (context: HookContext, setting: Setting) => beforeStop(kind, context, setting),
      replace: (context: HookContext, setting: Setting, input: { readonly lastDay: string }) =>
        beforeReplace(kind, context, setting, input),
    },
  }
}

async function beforeCreate(kind: AnyKind, context: HookContext, input: RecordValues): Promise<RecordValues> {
  const setting = (await kind.complete?.(context, input, null)) ?? input
  await assertStartsInOpenPeriod(kind, context.trx, setting)
  const { field, prefix, digits = 6 } = kind.number
  const number = formatNumber(prefix, await nextNumber(context.trx, kind.entity), digits)
  return { ...setting, [field]: number, status: settingStatus.draft, previousId: input.previousId ?? null }
}

async function beforeUpdate(kind: AnyKind, context: HookContext, before: Setting, changes: RecordValues): Promise<RecordValues> {
  await kind.beforeStep?.(context, before)
  const wanted = { ...before, ...changes }
  const setting = (await kind.complete?.(context, wanted, before)) ?? wanted
  await assertStartsInOpenPeriod(kind, context.trx, setting)
  const completed = Object.entries(setting).filter(([field, value]) => value !== wanted[field])
  // Editing a rejected setting makes it a draft again.
  const status = before.status === settingStatus.rejected ? { status: settingStatus.draft } : {}
  return { ...changes, ...Object.fromEntries(completed), ...status }
}

async function beforeSubmit(kind: AnyKind, context: HookContext, setting: Setting): Promise<undefined> {
  await kind.beforeStep?.(context, setting)
  await assertStartsInOpenPeriod(kind, context.trx, setting)
  await assertNoOverlap(kind, context.trx, setting)
  await kind.beforeSubmit?.(context, setting)
  await askAboutPosted(kind, context, setting, '送審')
}

async function beforeApprove(kind: AnyKind, endPrevious: EndPrevious, context: HookContext, setting: Setting): Promise<undefined> {
  await kind.beforeStep?.(context, setting)
  await assertStartsInOpenPeriod(kind, context.trx, setting)
  await assertNoOverlap(kind, context.trx, setting)
  await askAboutPosted(kind, context, setting, '核准')
  if (setting.previousId !== null) {
    await endPrevious(context, setting.previousId, dayBefore(kind.period.rangeOf(setting)))
  }
}

/**
 * Asks for confirmation when points were posted already on days of the setting. A setting may begin before today, but these postings do not
 * change, so the submitter and the approver are told their number. Jobs and demo data are not asked.
 */
async function askAboutPosted(kind: AnyKind, context: HookContext, setting: Setting, step: string): Promise<void> {
  if (context.screen === null) return
  const text = await postedText(kind, context.trx, setting, context.now)
  if (text !== null) requireConfirmation(context.extra, postedAccepted, `${text}確定要${step}嗎？`)
}

/** Text with the number of postings on days of the setting; null when there are none. */
async function postedText(kind: AnyKind, db: Executor, setting: Setting, now: Date): Promise<string | null> {
  const { startDate, endDate } = kind.period.rangeOf(setting)
  const today = taipeiDate(now)
  if (kind.countPosted === undefined || startDate >= today) return null
  const count = await kind.countPosted(db, setting, { startDate, endDate: endDate < today ? endDate : today })
  if (count === 0) return null
  const countText = `${Math.min(count, countedMax).toLocaleString('en-US')} 筆${count > countedMax ? '以上' : ''}`
  return `自 ${startDate} 起已有 ${countText}交易依原設定入帳，這些交易的點數不會重新計算。`
}

const undecided: ReadonlySet<string> = new Set([settingStatus.draft, settingStatus.waiting, settingStatus.rejected])

async function outOfLimits(kind: AnyKind, context: QueryContext, setting: Setting): Promise<OutOfLimits> {
  if (!undecided.has(setting.status)) return {}
  const text = await postedText(kind, context.db, setting, context.now)
  return { ...(text !== null && { [kind.period.startField]: text }), ...(await kind.outOfLimits?.(context, setting)) }
}

/** Stops a setting. The last day is today, or later when today is in a closed period. */
async function beforeStop(kind: AnyKind, context: HookContext, setting: Setting): Promise<RecordValues> {
  await kind.beforeStep?.(context, setting)
  await lockOwner(kind, context.trx, setting)
  await kind.beforeStop?.(context, setting)
  const today = taipeiDate(context.now)
  const closed = await closedDayOf(kind, context.trx, setting)
  return kind.period.endOn(setting, closed !== null && closed > today ? closed : today)
}

/** Ends a setting on a day. Allowed only for the approval of a successor, never by a request. A setting without any day left is stopped. */
function beforeReplace(kind: AnyKind, { screen }: HookContext, setting: Setting, { lastDay }: { readonly lastDay: string }): RecordValues {
  if (screen !== null) throw apiError('M09')
  const ended = kind.period.endOn(setting, lastDay)
  return isEmptyRange(kind.period.rangeOf({ ...setting, ...ended })) ? { ...ended, status: settingStatus.stopped } : ended
}

async function assertStartsInOpenPeriod(kind: AnyKind, trx: Trx, setting: RecordValues): Promise<void> {
  const closed = await closedDayOf(kind, trx, setting)
  if (closed === null || kind.period.rangeOf(setting).startDate > closed) return
  throw fieldsError({ [kind.period.startField]: '生效日期不可早於已關帳帳期。' })
}

async function closedDayOf(kind: AnyKind, trx: Trx, setting: RecordValues): Promise<string | null> {
  const companyNo = kind.companyOf(setting)
  return companyNo === null ? null : lastClosedDay(trx, companyNo, kind.streams)
}

/** @throws M19 when a decided setting is valid on the same days; the version that this one replaces does not count */
async function assertNoOverlap(kind: AnyKind, trx: Trx, setting: Setting): Promise<void> {
  await lockOwner(kind, trx, setting)
  const range = kind.period.rangeOf(setting)
  for (const rival of await kind.findRivals(trx, setting)) {
    const isReplaced = rival.id === setting.previousId && rival.status === settingStatus.approved
    if (rival.id !== setting.id && !isReplaced && rangesOverlap(kind.period.rangeOf(rival), range)) throw apiError('M19')
  }
}

/** Locks the company's row, or an advisory lock for the whole kind, so that two settings are not decided at the same time. */
async function lockOwner(kind: AnyKind, trx: Trx, setting: RecordValues): Promise<void> {
  const companyNo = kind.companyOf(setting)
  if (companyNo === null) await sql`select pg_advisory_xact_lock(hashtextextended(${kind.entity}, 0))`.execute(trx)
  else await trx.selectFrom('company').select('id').where('companyNo', '=', companyNo).forUpdate().execute()
}
