import { sql } from 'kysely'
import { invoiceStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import type { HookContext, RecordHooks } from '../../../records/hooks.ts'
import { formatNumber } from '../../numbers.ts'
import { allowanceReason, type CreditPart, dropDrafts, insertAllowances, spreadCredit } from '../invoice/credits.ts'
import { type DocumentSource, sourceKind } from '../invoice/documents.ts'
import { type ComputedYear, computeYear } from './computeYear.ts'
import { lockYear } from './moveYears.ts'
import { getYearlySetting, lockYearMonths, type YearMonth } from './readYear.ts'

/** Steps of 年度折扣關帳作業: trial, close and reopen the year of a company and fee (domain 3.5, 4.11, 7.3). */
export const yearlySettlementHooks: RecordHooks<'yearlySettlement'> = {
  transitions: { trial, close, reopen },
  // A year with an open month cannot be closed, so the button is hidden; in a selection, the step reports how many months are open.
  deniedActions: async (_, rows) => rows.map(({ closedMonths, dueMonths }) => (Number(closedMonths) < Number(dueMonths) ? ['close'] : [])),
}

interface YearRow {
  readonly id: number
}

/** A trial stores only the trial copy for users to look at. */
async function trial({ trx, actor, now }: HookContext, { id }: YearRow) {
  const { amounts, workings } = await computeYear(trx, await getYearlySetting(trx, id))
  const { tierBasePoints, discountRate, discountAmount, discountTax } = amounts
  const values = {
    ...{ tierBasePoints, discountRate, discountAmount, discountTax, workings: JSON.stringify(workings) },
    ...{ madeBy: actor.userName, madeAt: now },
  }
  await trx
    .insertInto('yearlyTrial')
    .values({ settingId: id, ...values })
    .onConflict((conflict) => conflict.column('settingId').doUpdateSet(values))
    .execute()
  return undefined
}

/**
 * Closes a year. Its months cannot be reopened until the transaction ends. The discount becomes draft allowances over the invoices, latest
 * first.
 */
async function close({ trx, actor, now }: HookContext, { id }: YearRow) {
  const setting = await getYearlySetting(trx, id)
  await lockYearMonths(trx, setting)
  const year = await computeYear(trx, setting)
  assertMonthsClosed(year)
  const { discountAmount: salesAmount, discountTax: taxAmount } = year.amounts
  const { companyNo, feeType, year: ofYear } = setting
  const parts =
    salesAmount === 0
      ? []
      : await spreadCredit(trx, { companyNo, feeType, salesAmount, taxAmount, taxPercent: year.taxPercent, year: ofYear })
  const source = await storeYear(trx, { year, parts }, { closedBy: actor.userName, closedAt: now })
  await insertAllowances(
    trx,
    { source, feeType, reasonCode: allowanceReason.yearly, parts },
    { today: taipeiDate(now), by: actor.userName },
  )
  await trx.deleteFrom('yearlyTrial').where('settingId', '=', id).execute()
  return undefined
}

/** @throws 409 with the number of open months, of the company or of one that is combined with it */
function assertMonthsClosed({ setting, months }: ComputedYear): void {
  const own = months.filter(({ companyNo }) => companyNo === setting.companyNo)
  const openCount = own.length === 0 ? 12 : countOpen(own)
  if (openCount > 0) throw textError(409, `尚有 ${openCount} 個月份未關帳。`)
  const other = months.find(({ isClosed }) => !isClosed)
  if (!other) return
  const count = countOpen(months.filter(({ companyNo }) => companyNo === other.companyNo))
  throw textError(409, `集團成員 ${other.companyShortName} 尚有 ${count} 個月份未關帳。`)
}

const countOpen = (months: readonly YearMonth[]) => months.filter(({ isClosed }) => !isClosed).length

/** Stores the next version of a year, and its months. @returns source for its allowances */
async function storeYear(
  trx: Trx,
  { year, parts }: { readonly year: ComputedYear; readonly parts: readonly CreditPart[] },
  closing: { readonly closedBy: string; readonly closedAt: Date },
): Promise<DocumentSource> {
  const { setting, months, amounts, taxPercent, workings } = year
  const { id: settingId, companyNo, year: ofYear, feeType, tiers, combineGroup } = setting
  const version = await nextVersion(trx, setting)
  const yearlyStatementNo = formatNumber(`YD${ofYear}${feeType}${companyNo}`, version, 2)
  const { id } = await trx
    .insertInto('yearlyStatement')
    .values({
      ...{ yearlyStatementNo, settingId, companyNo, year: ofYear, feeType, version, ...amounts },
      // The sum of the parts, because a fully credited invoice cannot give more tax than it has.
      discountTax: parts.reduce((sum, { taxAmount }) => sum + taxAmount, 0),
      ...{ terms: JSON.stringify({ taxPercent, tiers, combineGroup }), workings: JSON.stringify(workings), ...closing },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const statements = months.flatMap(({ statementId }) => (statementId === null ? [] : [{ yearlyStatementId: id, statementId }]))
  await trx.insertInto('yearlyStatementMonth').values(statements).execute()
  const { invoiceTitle: buyerName, taxNumber } = await trx
    .selectFrom('company')
    .select(['invoiceTitle', 'taxNumber'])
    .where('companyNo', '=', companyNo)
    .executeTakeFirstOrThrow()
  return {
    ...{ sourceKind: sourceKind.yearly, sourceNo: yearlyStatementNo, statementId: null, yearlyStatementId: id },
    ...{ companyNo, corporateNo: null, buyerName, taxNumber },
  }
}

async function nextVersion(trx: Trx, { companyNo, year, feeType }: ComputedYear['setting']): Promise<number> {
  const row = await trx
    .selectFrom('yearlyStatement')
    .select((each) => each.fn.max('version').as('version'))
    .where('companyNo', '=', companyNo)
    .where('year', '=', year)
    .where('feeType', '=', feeType)
    .executeTakeFirst()
  return Number(row?.version ?? 0) + 1
}

/** Reopens a year: its statement is kept but no longer in force, and its drafts are removed. @throws 409 when an allowance was issued */
async function reopen({ trx, actor, now }: HookContext, { id }: YearRow, { reason }: { readonly reason: string }) {
  const { id: yearId } = await trx
    .selectFrom('yearlyStatement')
    .select('id')
    .where('settingId', '=', id)
    .where('reopenedAt', 'is', null)
    .executeTakeFirstOrThrow()
  await lockYear(trx, yearId)
  if (await hasIssued(trx, yearId)) throw textError(409, '已開立折讓單之年度不可重開，請先作廢折讓單。')
  await dropDrafts(trx, { of: 'yearlyStatementId', id: yearId }, { by: actor.userName, at: now, reason: '年度重開' })
  const reopened = { reopenedBy: actor.userName, reopenedAt: now, reopenReason: reason }
  await trx.updateTable('yearlyStatement').set(reopened).where('id', '=', yearId).execute()
  return undefined
}

async function hasIssued(trx: Trx, yearId: number): Promise<boolean> {
  const { rows } = await sql`
    select from invoice_document where yearly_statement_id = ${yearId} and status in (${invoiceStatus.issued}, ${invoiceStatus.agreed})
    limit 1`.execute(trx)
  return rows.length > 0
}
