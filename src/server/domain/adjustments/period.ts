import { adjustKind, costBearer, statementStatus } from '../../../rules/codes.generated.ts'
import { addDays } from '../../../rules/dates.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { periodOf, readTerms, streamOf } from '../points/public.ts'
import { companyNoOf } from './lineChecks.ts'
import { companyAccounts, isCompanyAdjustment, type SheetFacts } from './sheetRules.ts'

/** More closed periods in a row than any company has. */
const periodsAheadMax = 600

/**
 * The period that will take a sheet whose own period is closed; the ledger chooses by the same rule when it posts (domain 2.5 step 3).
 *
 * @returns null when its own period is open, or nothing of it is billed by period
 */
export async function laterPeriodNo(db: Executor, sheet: SheetFacts): Promise<string | null> {
  const companyNo = companyNoOf(sheet)
  const isBilled = sheet.adjustKind === adjustKind.company || sheet.costBearer === costBearer.company
  if (companyNo === null || !isBilled) return null
  const terms = await readTerms(db, companyNo, String(sheet.businessDate))
  const account = isCompanyAdjustment(sheet.companyAdjustment) ? companyAccounts[sheet.companyAdjustment].account : 'AWARD'
  const stream = streamOf(account, terms)
  if (stream === null) return null
  let date = String(sheet.businessDate)
  for (let step = 0; step < periodsAheadMax; step += 1) {
    const period = await db
      .selectFrom('companyPeriod')
      .select(['periodNo', 'status', 'endDate'])
      .where('companyNo', '=', companyNo)
      .where('stream', '=', stream)
      .where('startDate', '<=', date)
      .where('endDate', '>=', date)
      .executeTakeFirst()
    const { periodNo } = period ?? periodOf(stream, terms, date)
    if (!period || period.status === statementStatus.open) return step === 0 ? null : periodNo
    date = addDays(period.endDate, 1)
  }
  return null
}
