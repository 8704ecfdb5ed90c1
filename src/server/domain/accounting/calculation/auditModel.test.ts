import { describe, expect, it } from 'vitest'
import { divided, minus, plus, rounded, times, total } from '../testing/model/decimal.ts'
import { type AuditedMonth, auditMonth, type Posting, tierOf } from '../testing/model/month.ts'
import { auditClosing, auditLiability, auditRatio, auditRecognised } from '../testing/model/remainder.ts'
import { AuditedCard, auditBankPeriod, auditCenterSale, auditPayAsYouGo } from '../testing/model/shortPeriod.ts'
import { auditSpread, auditYear } from '../testing/model/year.ts'

const tiersOf = (...rows: readonly (readonly [string, string])[]) => rows.map(([from, rate]) => ({ from, rate }))
const tiers = tiersOf(['0', '0'], ['500000', '3'], ['1000000', '5'], ['3000000', '8.5'])

const posting = (account: Posting['account'], points: string, values: Partial<Posting> = {}): Posting => ({
  ...{ account, deed: 'sale', points, price: account === 'DEDUCT' ? '1.0000' : '1.0500', feeRate: '1.5' },
  ...values,
})
const issued = (points: string) => posting('AWARD', `-${points}`)

const month = (postings: readonly Posting[], terms: Partial<AuditedMonth> = {}): AuditedMonth => ({
  ...{ postings, others: [], apTiers: tiers, apCombined: false, dpTiers: [], dpCombined: false, coupons: [], setOff: '0' },
  ...terms,
})
const figuresOf = (postings: readonly Posting[], terms: Partial<AuditedMonth> = {}) => auditMonth(month(postings, terms), []).figures

describe('the auditor’s arithmetic', () => {
  it('the auditor works digit by digit', () => {
    expect([plus('-0.5', '0.5'), plus('999.99', '0.01'), minus('1', '1000.001'), times('-1.05', '20')]).toEqual([
      '0',
      '1000',
      '-999.001',
      '-21',
    ])
    expect([times('99999999.9999', '999999999999'), times('0', '-3')]).toEqual(['99999999999800000000.0001', '0'])
  })

  it.each([
    ['0.5', '1'],
    ['-0.5', '-1'],
    ['0.4999', '0'],
    ['-0.4999', '0'],
    ['2.5', '3'],
    ['-199.50', '-200'],
    ['1298686.2', '1298686'],
    ['999.5', '1000'],
  ])('the auditor rounds %s to %s', (exact, whole) => expect(rounded(exact)).toBe(whole))

  it('the auditor divides to two places', () => {
    expect([divided('2', '3', 2), divided('-1', '8', 2), divided('1', '200', 2), divided('0', '7', 2)]).toEqual([
      '0.67',
      '-0.13',
      '0.01',
      '0',
    ])
  })
})

describe('the model of a month', () => {
  it('the model agrees with example A', () => {
    const postings = [
      issued('1262345'),
      posting('AWARD', '27001', { deed: 'return' }),
      posting('AWARD', '-1500', { deed: 'adjustment' }),
      posting('DEDUCT', '845210'),
      posting('DEDUCT', '-3120', { deed: 'return' }),
    ]
    const { figures, exact } = auditMonth(month(postings, { coupons: [{ used: '320', price: '95.0000' }] }), [])
    expect(exact).toMatchObject({ gross: '1298686.2', apDiscount: '64934.31', apTax: '61687.6', dpFee: '12631.35', dpTax: '631.55' })
    expect(figures).toMatchObject({
      ...{ netApPoints: '1236844', discountRate: '5', apGrossAmount: '1298686', apDiscountAmount: '64934' },
      ...{ apFee: '1233752', apTax: '61688', netDpPoints: '842090', dpAmount: '842090', dpProcFee: '12631', dpProcTax: '632' },
      ...{ couponSettleAmount: '30400', receivableAmount: '1308703', payableAmount: '872490', netAmount: '436213' },
    })
  })

  it.each([
    ['999999', '3', '1018499'],
    ['1000000', '5', '997500'],
    ['600000', '3', '611100'],
    ['450000', '0', '472500'],
  ])('the model bills %s points at %s percent', (points, discountRate, apFee) => {
    expect(figuresOf([issued(points)])).toMatchObject({ discountRate, apFee })
  })

  it.each([
    ['600000', '450000', '598500'],
    ['450000', '600000', '448875'],
  ])('the model adds up a group: %s with %s', (own, other, apFee) => {
    const group = { others: [issued(other)], apCombined: true }
    expect(figuresOf([issued(own)], group)).toMatchObject({ tierBasePoints: '1050000', discountRate: '5', apFee })
  })

  it('the model credits more returned than issued at the last rate that billed', () => {
    const earlier = [
      { netApPoints: '100', rate: '3' },
      { netApPoints: '1000000', rate: '5' },
      { netApPoints: '0', rate: '8' },
      { netApPoints: '-20', rate: '3' },
    ]
    const returned = month([issued('1000'), posting('AWARD', '5000', { deed: 'return' })])
    const { figures, exact } = auditMonth(returned, earlier)
    expect(exact.apTax).toBe('-199.5')
    expect(figures).toMatchObject({ netApPoints: '-4000', apGrossAmount: '-4200', apDiscountAmount: '-210', apFee: '-3990', apTax: '-200' })
  })

  it('the model finds a tier in rows of any order, and none below the first', () => {
    const rows = tiersOf(['1000', '5'], ['0', '0'], ['500', '3'])
    expect([tierOf(rows, '700'), tierOf(rows, '1000'), tierOf(rows, '-1'), tierOf(tiersOf(['100', '9']), '50')]).toEqual([
      '3',
      '5',
      '0',
      '0',
    ])
  })

  it('the model shows prepaid points and does not bill them', () => {
    const stock = [posting('PREPAID', '-300'), posting('PREPAID', '20', { deed: 'return' }), posting('PREPAID', '9000', { deed: 'stock' })]
    expect(figuresOf(stock)).toMatchObject({ prepaidUsedPoints: '280', netApPoints: '0', apFee: '0', receivableAmount: '0' })
  })
})

describe('the model of a year', () => {
  const ap = '1236844 1010200 1150020 980450 1203310 1180005 1225560 1190870 1099990 1310400 1345021 1302450'.split(' ')
  const dp = '842090 700120 765400 690880 810230 799640 812005 780330 744120 901450 930770 918200'.split(' ')
  const months = ap.map((points, index) => figuresOf([issued(points), posting('DEDUCT', dp[index] ?? '0')]))
  const invoices = (fee: 'apFee' | 'dpProcFee', tax: 'apTax' | 'dpProcTax') =>
    months.map((figures, index) => ({
      ...{ no: `${index + 1}`, date: `2025-${String(index + 1).padStart(2, '0')}` },
      ...{ untaxed: figures[fee], tax: figures[tax] },
    }))

  it('the model agrees with example B, award fee', () => {
    const fee = total(months.map(({ apFee }) => apFee))
    expect([total(ap), fee, months[11]?.apFee]).toEqual(['14235120', '14220123', '1299194'])
    const year = auditYear(fee, total(ap), tiersOf(['10000000', '1'], ['20000000', '2']))
    expect(year).toEqual({ rate: '1', discount: '142201', tax: '7110', total: '149311' })
    expect(auditSpread(invoices('apFee', 'apTax'), year.discount, year.tax)).toEqual({
      parts: [{ no: '12', untaxed: '142201', tax: '7110' }],
      rest: '0',
    })
  })

  it('the model agrees with example B, processing fee', () => {
    const fee = total(months.map(({ dpProcFee }) => dpProcFee))
    expect([total(dp), fee, months[10]?.dpProcFee]).toEqual(['9695235', '145429', '13962'])
    const year = auditYear(fee, total(dp), tiersOf(['5000000', '5'], ['9000000', '12']))
    expect(year).toEqual({ rate: '12', discount: '17451', tax: '873', total: '18324' })
    expect(auditSpread(invoices('dpProcFee', 'dpProcTax'), year.discount, year.tax).parts).toEqual([
      { no: '12', untaxed: '13773', tax: '689' },
      { no: '11', untaxed: '3678', tax: '184' },
    ])
  })
})

describe('the model of sales and short periods', () => {
  const terms = { spend: '100', extraRatio: '150', payerShare: '60', cap: '1000', payerBearsBase: false }

  it('the model agrees with the return of 7.2', () => {
    const card = new AuditedCard({ ...terms, cap: null })
    expect(card.sell('2', '35990')).toMatchObject({ base: '359', extra: '538', payerExtra: '322', companyExtra: '216' })
    expect(card.takeBack(0, '10000')).toMatchObject({ base: '100', payerExtra: '90', companyExtra: '60' })
    expect(card.takeBack(0, '25990')).toMatchObject({ base: '259', payerExtra: '232', companyExtra: '156' })
  })

  it('the model agrees with example D', () => {
    const card = new AuditedCard(terms)
    const sold = [card.sell('1', '1280'), card.sell('2', '35990'), card.sell('3', '9999'), card.sell('2', '60000')]
    expect(sold.map(({ base, extra, payer, companyExtra }) => [base, extra, payer, companyExtra].join(' '))).toEqual([
      '12 18 10 8',
      '359 538 322 216',
      '99 148 88 60',
      '600 462 277 185',
    ])
    const back = card.takeBack(1, '10000')
    expect(back).toMatchObject({ base: '100', extra: '150', payer: '90', companyExtra: '60' })
    expect(card.sums()).toEqual({ base: '970', extra: '1016', payerExtra: '607', companyExtra: '409' })
    const entries = [
      ...sold.map(({ payer }) => posting('PAYG', `-${payer}`, { price: '0.95' })),
      posting('PAYG', back.payer, { deed: 'return', price: '0.95' }),
    ]
    const { figures, exact } = auditPayAsYouGo(entries)
    expect(exact).toEqual({ fee: '576.65', tax: '28.85' })
    expect(figures).toMatchObject({ netPoints: '607', feeAmount: '577', taxAmount: '29', totalAmount: '606' })
  })

  it('the model agrees with example E', () => {
    const entries = [
      posting('CONVIN', '-1850000', { price: '0.98' }),
      posting('PAYG', '-412337', { price: '0.95' }),
      posting('DEDUCT', '350215', { feeRate: '1.2' }),
      posting('CONVOUT', '96400', { price: '0.95' }),
    ]
    const { figures, exact } = auditBankPeriod(entries)
    expect(exact).toMatchObject({ convIn: '1813000', payer: '391720.15', fee: '4202.58', tax2: '210.15' })
    expect(figures).toMatchObject({
      ...{ convInAmount: '1813000', extraAmount: '391720', salesTaxAmount: '110236', dpProcFee: '4203', dpProcTax: '210' },
      ...{ receivableAmount: '2319369', convOutAmount: '91580', payableAmount: '441795', netAmount: '1877574' },
    })
  })

  it('the model agrees with example F', () => {
    expect(auditCenterSale('300000', '1.0200', '0').figures).toEqual({ salesAmount: '306000', taxAmount: '15300', totalAmount: '321300' })
    const serials = auditCenterSale(times('100', '500'), '1.0000', '2.5').figures
    expect(serials).toEqual({ salesAmount: '48750', taxAmount: '2438', totalAmount: '51188' })
  })
})

describe('the model of what remains', () => {
  it('the model agrees with example G', () => {
    const closing = auditClosing({ plus: ['5420118', '1262345', '4410', '1500', '220'], minus: ['27001', '981204', '152330'] })
    expect([closing, auditLiability(closing, '1', '8')]).toEqual(['5528058', '5085813'])
    const recognised = auditRecognised('10500000', { redeemed: '6210000', issued: '10000000' }, '8')
    expect([recognised, minus('10500000', recognised)]).toEqual(['7087500', '3412500'])
  })

  it('the model agrees with example H', () => {
    const net = minus('312450', '4120')
    const cost = rounded(times(net, '1.05'))
    expect([net, times(net, '1.05'), cost]).toEqual(['308330', '323746.5', '323747'])
    expect([auditRatio(net, '500000', '100'), auditRatio('201007', net, '100')]).toEqual(['61.67', '65.19'])
    expect([auditRatio('15830400', cost, '1'), auditRatio('15830400', '8912', '1')]).toEqual(['48.9', '1776.3'])
  })
})
