import { statementStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { insertDrafts, readBilledStatements } from '../invoice/statementDocuments.ts'
import type { BilledPeriod } from '../period/readPeriods.ts'
import { setOff } from '../yearly/setOff.ts'
import { computeMonths, settleCoupons } from './computeMonth.ts'
import { computeBankPeriod } from './computeShortPeriod.ts'
import { type Closing, storeStatements } from './storeStatement.ts'

/**
 * Closes months of many companies, in as many SQL statements as for one. It asks nothing: what would stand in the way of a close, and who
 * closes together, is the caller's matter, and so is `verifyAccounting`. For demo data, to whose companies nobody else posts meanwhile.
 *
 * @param periods open, of one calendar month
 * @param remarksOn day (YYYY-MM-DD in Taipei) of their last remarks, which come from the same reading of the entries
 * @returns ids of the statements, in the order of the periods
 */
export async function closeMonthsAtOnce(
  trx: Trx,
  periods: readonly BilledPeriod[],
  { remarksOn, ...closing }: Closing & { readonly remarksOn: string },
): Promise<readonly number[]> {
  const computed = await computeMonths(trx, periods, remarksOn)
  const ids = await storeStatements(trx, computed, closing)
  for (const [index, { setOffs }] of computed.entries()) {
    await setOff(trx, { statementId: ids[index] as number, setOffs }, { by: closing.closedBy, at: closing.closedAt })
  }
  await settleCoupons(trx, periods)
  await markClosed(trx, periods, closing)
  return ids
}

/** Closes billing cycles of banks like `closeMonthsAtOnce`. Their invoices are drafts, as after every such close. */
export async function closeBankPeriodsAtOnce(trx: Trx, periods: readonly BilledPeriod[], closing: Closing): Promise<void> {
  const computed = []
  for (const period of periods) computed.push(await computeBankPeriod(trx, period))
  const billed = await readBilledStatements(trx, await storeStatements(trx, computed, closing))
  for (const statement of billed) await insertDrafts(trx, statement, { today: taipeiDate(closing.closedAt), by: closing.closedBy })
  await markClosed(trx, periods, closing)
}

async function markClosed(trx: Trx, periods: readonly BilledPeriod[], { closedBy, closedAt }: Closing): Promise<void> {
  if (periods.length === 0) return
  await trx
    .updateTable('companyPeriod')
    .set((each) => ({ status: statementStatus.closed, closedBy, closedAt, rowVersion: each('rowVersion', '+', 1) }))
    .where(
      'id',
      'in',
      periods.map(({ id }) => id),
    )
    .execute()
}
