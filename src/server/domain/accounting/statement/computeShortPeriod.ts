import type { Executor } from '../../../platform/database/tables.ts'
import { readNumber } from '../../settings/public.ts'
import { bankPeriodStatement } from '../calculation/bankPeriod.ts'
import { payAsYouGoStatement } from '../calculation/payAsYouGo.ts'
import { bankPeriodWorkings, payAsYouGoWorkings } from '../calculation/shortPeriodWorkings.ts'
import type { BilledPeriod } from '../period/readPeriods.ts'
import type { ComputedStatement } from './computed.ts'
import { readEntries, withRates } from './readEntries.ts'
import { readBilledCompanies } from './readTerms.ts'

/** Computes what a payer pays for a week, half a month or a month (domain 7.4). */
export async function computePayAsYouGo(db: Executor, period: BilledPeriod): Promise<ComputedStatement> {
  const { company, groups, taxPercent, sales } = await readFacts(db, period)
  const { lines, amounts } = payAsYouGoStatement(groups, taxPercent)
  const { feeAmount: payerAmount, taxAmount: payerTax, totalAmount, ...points } = amounts
  return {
    ...{ period, company, sales, lines, setOffs: [] },
    amounts: { ...points, payerAmount, payerTax, ...totalsOf(totalAmount, 0) },
    terms: { taxPercent },
    workings: payAsYouGoWorkings(lines, amounts, taxPercent),
  }
}

/** Computes what a bank pays and is paid for a billing cycle (domain 7.5). */
export async function computeBankPeriod(db: Executor, period: BilledPeriod): Promise<ComputedStatement> {
  const { company, groups, taxPercent, sales } = await readFacts(db, period)
  const { lines, amounts } = bankPeriodStatement(groups, taxPercent)
  const { convInPoints, convInAmount, extraPoints, convOutPoints, convOutAmount, dpAmount, dpProcFee, dpProcTax } = amounts
  return {
    ...{ period, company, sales, lines, setOffs: [] },
    amounts: {
      ...{ convInPoints, convInAmount, extraPoints, convOutPoints, convOutAmount, dpAmount, dpProcFee, dpProcTax },
      ...{ netPoints: extraPoints, netDpPoints: amounts.dpPoints, dpGrossFee: dpProcFee },
      ...{ payerAmount: amounts.extraAmount, payerTax: amounts.salesTaxAmount },
      ...totalsOf(amounts.receivableAmount, amounts.payableAmount),
    },
    terms: { taxPercent },
    workings: bankPeriodWorkings(lines, amounts, taxPercent),
  }
}

async function readFacts(db: Executor, period: BilledPeriod) {
  const company = (await readBilledCompanies(db, [period])).of(period)
  const { groups, sales } = (await readEntries(db, [period])).of(period.id)
  return { company, groups: withRates(groups, company), sales, taxPercent: await readNumber(db, 'TAX.RATE', period.endDate) }
}

function totalsOf(receivableAmount: number, payableAmount: number) {
  return { receivableAmount, payableAmount, otherAmount: 0, netAmount: receivableAmount - payableAmount }
}
