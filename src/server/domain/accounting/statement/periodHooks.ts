import { sql } from 'kysely'
import { deliveryKind, statementStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import type { HookContext, RecordHooks } from '../../../records/hooks.ts'
import type { PeriodStream } from '../../company/public.ts'
import { matchPeriod } from '../bankFile/matchBankFile.ts'
import { assertNothingBilled } from '../invoice/invoiceStatement.ts'
import { insertDrafts, readBilledStatement } from '../invoice/statementDocuments.ts'
import { type AskForDelivery, requestDelivery } from '../paper/deliverStatement.ts'
import { changeStatement, invoicedState, lockStatementOf, type PaymentInput, registerPayment } from '../payment/pay.ts'
import { type BilledPeriod, getPeriod, readPeriods } from '../period/readPeriods.ts'
import { refreshRemarks } from '../remark/refreshRemarks.ts'
import { setOff } from '../yearly/setOff.ts'
import { readHindrances } from './closeChecks.ts'
import type { ComputedStatement } from './computed.ts'
import { computeMonth, settleCoupons } from './computeMonth.ts'
import { computeBankPeriod, computePayAsYouGo } from './computeShortPeriod.ts'
import { readCombined } from './readTerms.ts'
import { reopenStatement } from './reopen.ts'
import { storeStatement } from './storeStatement.ts'
import { storeTrials } from './trial.ts'

const compute: Readonly<Record<PeriodStream, (db: Executor, period: BilledPeriod) => Promise<ComputedStatement>>> = {
  MONTH: computeMonth,
  PAYG: computePayAsYouGo,
  BANK: computeBankPeriod,
}

const transitions = { trial, close, reopen }
const payerTransitions = { ...transitions, confirm, pay }

/** Steps of 月結關帳作業: trial, close and reopen the month of a company (domain 3.5, 4.11). */
export const monthlyPeriodHooks: RecordHooks<'monthlyPeriod'> = {
  transitions,
  completeRows: ({ db, now }, rows) => withCheckResults(db, rows, now),
  deniedActions: async (_, rows) => rows.map(closeRefused),
}

/** Steps of 隨付隨結對帳單: the same for a payer's pay-as-you-go periods. */
export const createPaygPeriodHooks = (askForDelivery: AskForDelivery): RecordHooks<'paygPeriod'> => ({
  transitions: {
    ...payerTransitions,
    async send(context, { id, status }) {
      await requestDelivery(context, { statementId: await getStatementId(context.trx, id), kind: deliveryKind.statement }, askForDelivery)
      return { status }
    },
  },
  completeRows: ({ db, now }, rows) => withCheckResults(db, rows, now),
  deniedActions: async (_, rows) => rows.map((row) => [...closeRefused(row), ...confirmRefused(Number(row.feeAmount))]),
})

/** Steps of 中國信託期別對帳單: the same for a bank's billing cycles. */
export const bankPeriodHooks: RecordHooks<'bankPeriod'> = {
  transitions: payerTransitions,
  completeRows: ({ db, now }, rows) => withCheckResults(db, rows, now),
  deniedActions: async (_, rows) =>
    rows.map((row) => [...closeRefused(row), ...confirmRefused(Number(row.convInAmount) + Number(row.extraAmount), Number(row.dpProcFee))]),
}

interface PeriodRow {
  readonly id: number
}
interface ClosingChanges {
  readonly closedBy?: string | null
  readonly closedAt?: string | null
}

/** A trial stores only the trial copy for users to look at, and the remarks that have to be explained before the close. */
async function trial({ trx, actor, now }: HookContext, { id }: PeriodRow): Promise<ClosingChanges> {
  const period = await getPeriod(trx, id)
  if (period.stream === 'MONTH') await refreshRemarks(trx, [period.id], taipeiDate(now))
  if (period.stream === 'BANK') await matchPeriod(trx, period.id, now)
  await storeTrials(trx, [await compute[period.stream](trx, period)], { madeBy: actor.userName, madeAt: now })
  return {}
}

/** Closes a period. Months that are combined with it for discounts are closed in the same transaction: all of them or none. */
async function close(context: HookContext, { id }: PeriodRow): Promise<ClosingChanges> {
  const { trx, actor, now } = context
  const period = await getPeriod(trx, id)
  const together = await lockCombined(trx, period)
  // Nothing is posted to the period any more: what came since the last comparison is in sight.
  if (period.stream === 'BANK') await matchPeriod(trx, period.id, now)
  await assertUnhindered(trx, period, together, taipeiDate(now))
  await context.moveAlso(together.filter(({ status }) => status === statementStatus.open).map((other) => other.id))
  const closedAt = await closingTime(trx, period, now)
  const computed = await compute[period.stream](trx, period)
  const statementId = await storeStatement(trx, computed, { closedBy: actor.userName, closedAt })
  await setOff(trx, { statementId, setOffs: computed.setOffs }, { by: actor.userName, at: now })
  if (period.stream === 'MONTH') await settleCoupons(trx, [period])
  else await insertDrafts(trx, await readBilledStatement(trx, statementId), { today: taipeiDate(now), by: actor.userName })
  await trx.deleteFrom('statementTrial').where('periodId', '=', period.id).execute()
  return { closedBy: actor.userName, closedAt: closedAt.toISOString() }
}

/** Reopens a month together with those combined with it, because late entries of one can change the tier of all. */
async function reopen(context: HookContext, { id }: PeriodRow, { reason }: { readonly reason: string }): Promise<ClosingChanges> {
  const period = await getPeriod(context.trx, id)
  const together = await lockCombined(context.trx, period)
  const invoiced = together.find(({ status }) => status === statementStatus.invoiced || status === statementStatus.paid)
  if (invoiced) throw textError(409, `集團成員 ${invoiced.companyNo} 已開立發票之帳期不可重開，請以折讓或調整單處理。`)
  await context.moveAlso(together.filter(({ status }) => status === statementStatus.closed).map((other) => other.id))
  await reopenStatement(context, period, reason)
  return { closedBy: null, closedAt: null }
}

/** 確認 of a period without fees, which has no document to wait for: its points may still have to be paid for. */
async function confirm({ trx, now }: HookContext, { id }: PeriodRow) {
  const statementId = await lockStatementOf(trx, id, statementStatus.closed)
  await assertNothingBilled(trx, statementId)
  const state = await invoicedState(trx, statementId, taipeiDate(now))
  await changeStatement(trx, statementId, state)
  return { status: state.status }
}

/** 收款登錄 for a payer: its statement gets the new status together with the period. */
async function pay(context: HookContext, { id }: PeriodRow, input: PaymentInput) {
  const statementId = await lockStatementOf(context.trx, id, statementStatus.invoiced)
  const changes = await registerPayment(context, statementId, input)
  await changeStatement(context.trx, statementId, changes)
  return { status: changes.status }
}

/** Id of the statement in force of a closed period. */
async function getStatementId(trx: Trx, periodId: number): Promise<number> {
  const { id } = await trx
    .selectFrom('statement')
    .select('id')
    .where('periodId', '=', periodId)
    .where('status', '<>', statementStatus.reopened)
    .executeTakeFirstOrThrow()
  return id
}

/** Adds to each period what prevents its close; nothing for closed periods. */
async function withCheckResults<Row extends PeriodRow & { readonly status?: string | null }>(
  db: Executor,
  rows: readonly Row[],
  now: Date,
): Promise<readonly (Row & { readonly checkResult: string | null })[]> {
  const open = rows.filter(({ status }) => status === statementStatus.open).map(({ id }) => id)
  const hindrances = await readHindrances(db, open, taipeiDate(now))
  return rows.map((row) => ({ ...row, checkResult: hindrances.get(row.id)?.texts.join(' ') || null }))
}

/** Hides 關帳 where something prevents the close. In a selection, 關帳 reports the reason. */
function closeRefused({ checkResult }: { readonly checkResult?: string | null }): readonly 'close'[] {
  return checkResult ? ['close'] : []
}

/** Hides 確認 where a fee is billed or credited: its document has to be issued. @param fees in whole NT$ */
function confirmRefused(...fees: readonly number[]): readonly 'confirm'[] {
  return fees.some((fee) => fee !== 0) ? ['confirm'] : []
}

/** Locks a period and the months of all companies combined with it, so that nothing is posted to them until the transaction ends. */
async function lockCombined(trx: Trx, period: BilledPeriod): Promise<readonly BilledPeriod[]> {
  const companyNos = period.stream === 'MONTH' ? (await readCombined(trx, [period])).of(period) : [period.companyNo]
  return readPeriods(trx, { ...period, companyNos }, 'locked')
}

/** @throws 409 with everything that prevents the close, of the company itself or of one that closes with it */
async function assertUnhindered(db: Executor, period: BilledPeriod, together: readonly BilledPeriod[], today: string): Promise<void> {
  const open = together.filter(({ status }) => status === statementStatus.open)
  const hindrances = await readHindrances(
    db,
    open.map(({ id }) => id),
    today,
  )
  const own = hindrances.get(period.id)?.texts ?? []
  if (own.length > 0) throw textError(409, own.join(' '))
  for (const { companyShortName, texts } of hindrances.values()) {
    if (texts.length > 0) throw textError(409, `集團成員 ${companyShortName} 未通過檢核：${texts.join(' ')}`)
  }
}

/** Time of the close: never before the last posting of the period, even if the clock of another server is ahead. */
async function closingTime(trx: Trx, { id, companyNo }: BilledPeriod, now: Date): Promise<Date> {
  const { rows } = await sql<{ lastAt: Date | null }>`
    select max(posted_at) as last_at from point_entry where company_no = ${companyNo} and period_id = ${id}`.execute(trx)
  const lastAt = rows[0]?.lastAt ?? null
  return lastAt !== null && lastAt > now ? lastAt : now
}
