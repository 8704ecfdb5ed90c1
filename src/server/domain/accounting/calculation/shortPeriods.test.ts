import { describe, expect, it } from 'vitest'
import { txnKind } from '../../../../rules/codes.generated.ts'
import { bankPeriodStatement } from './bankPeriod.ts'
import type { EntryGroup } from './entryGroup.ts'
import { payAsYouGoStatement } from './payAsYouGo.ts'

const entries = (values: Partial<EntryGroup> & Pick<EntryGroup, 'accountClass' | 'kind' | 'points' | 'unitPrice'>): EntryGroup => ({
  ...{ component: null, dpProcFeeRate: 0, entryCount: 1 },
  ...values,
})

const payer = (points: number, component: 'BASE' | 'EXTRA' = 'EXTRA') =>
  entries({ accountClass: 'PAYG', kind: txnKind.issue, component, points: -points, unitPrice: 0.95 })

describe('payAsYouGoStatement', () => {
  it('bills the payer of example D to the dollar', () => {
    const back = entries({ accountClass: 'PAYG', kind: txnKind.issueReturn, component: 'EXTRA', points: 90, unitPrice: 0.95 })
    expect(payAsYouGoStatement([payer(10), payer(322), payer(88), payer(277), back], 5).amounts).toEqual({
      ...{ basePoints: 0, extraPoints: 697, returnedPoints: 90, netPoints: 607 },
      ...{ feeAmount: 577, taxAmount: 29, totalAmount: 606 },
    })
  })

  it('tells base points that the payer bears from extra points', () => {
    expect(payAsYouGoStatement([payer(100, 'BASE'), payer(50)], 5).amounts).toMatchObject({ basePoints: 100, extraPoints: 50 })
  })
})

describe('bankPeriodStatement', () => {
  it('bills the bank of example E to the dollar', () => {
    const groups = [
      entries({ accountClass: 'CONVIN', kind: txnKind.convertIn, points: -1_850_000, unitPrice: 0.98 }),
      payer(412_337),
      entries({ accountClass: 'DEDUCT', kind: txnKind.redeem, points: 350_215, unitPrice: 1, dpProcFeeRate: 1.2 }),
      entries({ accountClass: 'CONVOUT', kind: txnKind.convertOut, points: 96_400, unitPrice: 0.95 }),
    ]
    expect(bankPeriodStatement(groups, 5).amounts).toEqual({
      ...{ convInPoints: 1_850_000, convInAmount: 1_813_000, extraPoints: 412_337, extraAmount: 391_720 },
      ...{ dpPoints: 350_215, dpAmount: 350_215, dpProcFee: 4203, dpProcTax: 210, salesTaxAmount: 110_236, taxAmount: 110_446 },
      ...{ convOutPoints: 96_400, convOutAmount: 91_580 },
      ...{ receivableAmount: 2_319_369, payableAmount: 441_795, netAmount: 1_877_574 },
    })
  })
})
