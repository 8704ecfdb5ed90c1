import { describe, expect, it } from 'vitest'
import { factsOf, summaryOf } from './paperTexts.ts'
import type { PaperHead } from './readPaper.ts'
import { statementSheet } from './statementSheet.ts'

/** Example A of domain 7.1. Items that do not occur in it are 0. */
const exampleA = {
  ...{ statementNo: 'ST202501C00010101', statementKind: '1', periodNo: '202501', startDate: '2025-01-01', endDate: '2025-01-31' },
  ...{ companyNo: 'C000101', companyName: '日日好超市', taxNumber: '00000103', version: 1, dueDate: '2025-03-06' },
  ...{ closedAt: new Date('2025-02-04T02:00:00Z'), netApPoints: 1_236_844, apFee: 1_233_752, apTax: 61_688 },
  ...{ writeOffPoints: 0, writeOffAmount: 0, convInPoints: 0, convInAmount: 0, netPoints: 0, payerAmount: 0, payerTax: 0 },
  ...{ dpProcFee: 12_631, dpProcTax: 632, netDpPoints: 842_090, dpAmount: 842_090, couponUsedCount: 320, couponSettleAmount: 30_400 },
  ...{ convOutPoints: 0, convOutAmount: 0, receivableAmount: 1_308_703, payableAmount: 872_490, otherAmount: 0, netAmount: 436_213 },
} as PaperHead

describe('the summary of a statement', () => {
  it('the lines above each sum come to it, and what did not happen is left out', () => {
    const lines = summaryOf(exampleA)
    const sums = lines.flatMap((line, index) => (line.isSum ? [index] : []))
    const between = (first: number, last: number) => lines.slice(first, last).reduce((total, { amount }) => total + amount, 0)
    const [receivable = 0, payable = 0, net = 0] = sums
    expect([between(0, receivable), lines[receivable]?.amount]).toEqual([1_308_703, 1_308_703])
    expect([between(receivable + 1, payable), lines[payable]?.amount]).toEqual([872_490, 872_490])
    expect([lines[net]?.title, lines[net]?.amount]).toEqual(['淨額：貴公司應付', 436_213])
    expect(lines.map(({ title }) => title)).not.toContain('負點沖銷（未稅）')
  })

  it('what the platform pays is named so, without a sign', () => {
    const lines = summaryOf({ ...exampleA, otherAmount: -500_000, netAmount: -63_787 })
    expect(lines.slice(-2)).toMatchObject([
      { title: '年度折讓抵帳', amount: -500_000 },
      { title: '淨額：應付貴公司', amount: 63_787 },
    ])
  })
})

it('a month is written as people say it, a shorter period by its number, both with their days', () => {
  expect(factsOf(exampleA)).toEqual(
    expect.arrayContaining([
      ['帳期', '2025年01月'],
      ['起訖日', '2025-01-01 至 2025-01-31'],
    ]),
  )
  expect(factsOf({ ...exampleA, statementKind: '2', periodNo: '202501H1' })).toContainEqual(['帳期', '202501H1'])
})

it('a letter leaves out the parts that have no rows', () => {
  const { parts } = statementSheet({
    head: exampleA,
    outstandingAmount: 0,
    lines: [],
    stores: [],
    days: [],
    steps: [],
    remarks: [],
    sender: ['甲公司'],
  })
  expect(parts.map(({ title }) => title)).toEqual(['帳期', '應收應付'])
})
