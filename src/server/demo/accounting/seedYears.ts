import { invoiceStatus, settingStatus, settleMethod } from '../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import type { StoredRecord } from '../../records/hooks.ts'
import { type DemoWorld, recordsOf } from '../world.ts'
import { settledYearOf } from './settledYear.ts'

/** The days after the end of a year on which finance closes it, issues its allowances, and registers the buyers' consents. */
const workDays = { close: 25, issue: 26, agree: 28 }

/** How far each year goes, by company and fee. Years not listed stay open. */
const fates = [
  { companyNo: 'C000101', feeType: '1', settledBy: settleMethod.setOff },
  { companyNo: 'C000101', feeType: '2', settledBy: settleMethod.refund },
  { companyNo: 'C000102', feeType: '1', settledBy: null },
  // Whether there was a fee to give back depends on the day of the data; of four companies one always had some.
  ...['C000102', 'C000103', 'C000104', 'C000106'].map((companyNo) => ({ companyNo, feeType: '2', settledBy: null }) as const),
] as const

/**
 * Closes the newest complete year after its last month. One year is set off against the next statement, one is to be refunded, one has
 * drafts.
 */
export async function seedYears(world: DemoWorld, endDate: string): Promise<void> {
  const year = settledYearOf(world.asOf)
  if (endDate !== `${year}-12-31`) return
  for (const { companyNo, feeType, settledBy } of fates) {
    // At the end of January the year has ended before the youngest of these companies began.
    if (!(await hasTraded(world, companyNo, endDate))) continue
    const setting = await settingOf(world, { companyNo, feeType, year })
    const years = recordsOf(world, 'yearlySettlement', 'fin01', on(endDate, workDays.close))
    await years.transition(await years.transition(setting, 'trial'), 'close')
    if (settledBy !== null) await issueAllowances(world, { settingId: setting.id, endDate, settledBy })
  }
}

async function hasTraded({ trx }: DemoWorld, companyNo: string, endDate: string): Promise<boolean> {
  const month = await trx
    .selectFrom('companyPeriod')
    .select('id')
    .where('companyNo', '=', companyNo)
    .where('stream', '=', 'MONTH')
    .where('endDate', '=', endDate)
    .executeTakeFirst()
  return month !== undefined
}

const on = (endDate: string, days: number) => new Date(startOfTaipeiDate(addDays(endDate, days)).getTime() + 11 * 3_600_000)

async function issueAllowances(
  world: DemoWorld,
  { settingId, endDate, settledBy }: { readonly settingId: number; readonly endDate: string; readonly settledBy: string },
): Promise<void> {
  const [issuing, agreeing] = [on(endDate, workDays.issue), on(endDate, workDays.agree)]
  for (const draft of await draftsOf(world, settingId)) {
    const input = { issuedOn: taipeiDate(issuing), settleMethod: settledBy }
    const issued = await recordsOf(world, 'yearlyAllowance', 'fin01', issuing).transition(draft, 'issue', input)
    const agreed = { consentOn: taipeiDate(agreeing), consentRef: '電子郵件回覆' }
    await recordsOf(world, 'yearlyAllowance', 'fin01', agreeing).transition(issued, 'consent', agreed)
  }
}

async function draftsOf({ trx }: DemoWorld, settingId: number): Promise<readonly StoredRecord[]> {
  const rows = await trx
    .selectFrom('invoiceDocument as d')
    .innerJoin('yearlyStatement as y', 'y.id', 'd.yearlyStatementId')
    .selectAll('d')
    .where('y.settingId', '=', settingId)
    .where('d.status', '=', invoiceStatus.draft)
    .orderBy('d.docNo')
    .execute()
  return rows as unknown as readonly StoredRecord[]
}

async function settingOf(
  { trx }: DemoWorld,
  { companyNo, feeType, year }: { readonly companyNo: string; readonly feeType: '1' | '2'; readonly year: number },
): Promise<StoredRecord> {
  const row = await trx
    .selectFrom('yearlyDiscount')
    .select(['id', 'rowVersion'])
    .where('companyNo', '=', companyNo)
    .where('feeType', '=', feeType)
    .where('year', '=', year)
    .where('status', '=', settingStatus.approved)
    .executeTakeFirstOrThrow()
  return row
}
