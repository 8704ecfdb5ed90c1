import { describe, expect, it } from 'vitest'
import { paidAfter, type StatementBalance } from './settle.ts'

// Example A of domain 7.1: the platform receives 436,213.
const balance: StatementBalance = { receivableAmount: 1_308_703, payableAmount: 872_490, otherAmount: 0, receivedAmount: 0, paidAmount: 0 }
const none = { isNet: false, receivedAmount: 0, paidAmount: 0 }

describe('paying a statement', () => {
  it('a statement is settled when both sides moved wholly', () => {
    const half = paidAfter(balance, { ...none, receivedAmount: 1_308_703 })
    expect(half).toMatchObject({ isSettled: false, problem: null })
    expect(paidAfter({ ...balance, ...half }, { ...none, paidAmount: 872_490 })).toMatchObject({ isSettled: true, problem: null })
  })

  it('a statement is settled by the difference alone', () => {
    expect(paidAfter(balance, { isNet: true, receivedAmount: 436_213, paidAmount: 0 })).toMatchObject({ isSettled: true, problem: null })
    expect(paidAfter(balance, { isNet: true, receivedAmount: 436_212, paidAmount: 0 }).problem).toContain('淨額結清須一次收付淨額')
  })

  it('a payment takes what a year gave back off the receivable, and pays out what is beyond it', () => {
    const refunded = { ...balance, receivableAmount: 100_000, otherAmount: -149_311 }
    expect(paidAfter(refunded, { ...none, paidAmount: 872_490 + 49_311 })).toMatchObject({ isSettled: true, problem: null })
    expect(paidAfter(refunded, { ...none, receivedAmount: 1 }).field).toBe('receivedAmount')
  })

  it('what is owed because redemptions were undone is received, by the difference or by each side', () => {
    const undone = { ...balance, receivableAmount: 1484, payableAmount: -60 }
    expect(paidAfter(undone, { ...none, isNet: true, receivedAmount: 1544 })).toMatchObject({ isSettled: true, problem: null })
    expect(paidAfter(undone, { ...none, receivedAmount: 1484 })).toMatchObject({ isSettled: false, problem: null })
    expect(paidAfter(undone, { ...none, receivedAmount: 1544 })).toMatchObject({ isSettled: true, problem: null })
    expect(paidAfter(undone, { ...none, receivedAmount: 1545 }).field).toBe('receivedAmount')
    expect(paidAfter(undone, { ...none, paidAmount: 1 }).field).toBe('paidAmount')
  })

  it.each([
    [{ ...none }, '請輸入本次收款或付款金額。'],
    [{ ...none, receivedAmount: 1_308_704 }, '收款不可超過 1308703 元（已收 0 元）。'],
    [{ ...none, paidAmount: 872_491 }, '付款不可超過 872490 元（已付 0 元）。'],
  ])('a payment is refused with a reason: %o', (payment, problem) => {
    expect(paidAfter(balance, payment).problem).toBe(problem)
  })

  it('a statement is not netted after a part of it moved', () => {
    expect(paidAfter({ ...balance, receivedAmount: 1 }, { isNet: true, receivedAmount: 436_213, paidAmount: 0 }).problem).toBe(
      '已有部分收付，不可再以淨額結清。',
    )
  })

  it('a payment settles a statement of nothing with nothing', () => {
    const nothing = { receivableAmount: 0, payableAmount: 0, otherAmount: 0, receivedAmount: 0, paidAmount: 0 }
    expect(paidAfter(nothing, none)).toMatchObject({ isSettled: true, problem: null })
  })
})
