import { describe, expect, it } from 'vitest'
import { movedBy, paidAfter, type StatementBalance } from './settle.ts'

// Example A of domain 7.1: the platform receives 436,213.
const balance: StatementBalance = { receivableLeft: 1_308_703, payableLeft: 872_490, receivedAmount: 0, paidAmount: 0, creditedAmount: 0 }
const none = { isNet: false, receivedAmount: 0, paidAmount: 0 }

/** The balance after a payment, as the view `statement_left` tells it. */
function leftAfter(before: StatementBalance, payment: Parameters<typeof paidAfter>[1]): StatementBalance {
  const { receivedAmount, paidAmount, clearedReceivable, problem } = paidAfter(before, payment)
  if (problem !== null) throw new Error(problem)
  const clearedPayable = clearedReceivable - payment.receivedAmount + payment.paidAmount
  const left = { receivableLeft: before.receivableLeft - clearedReceivable, payableLeft: before.payableLeft - clearedPayable }
  return { ...before, ...left, receivedAmount, paidAmount }
}

const credited = (before: StatementBalance, amount: number): StatementBalance => ({
  ...before,
  receivableLeft: before.receivableLeft - amount,
  creditedAmount: before.creditedAmount + amount,
})

describe('paying a statement', () => {
  it('a statement is settled when both sides moved wholly', () => {
    expect(paidAfter(balance, { ...none, receivedAmount: 1_308_703 })).toMatchObject({ isSettled: false, problem: null })
    const half = leftAfter(balance, { ...none, receivedAmount: 1_308_703 })
    expect(paidAfter(half, { ...none, paidAmount: 872_490 })).toMatchObject({ isSettled: true, problem: null })
  })

  it('a statement is settled by the difference alone', () => {
    const net = { isNet: true, receivedAmount: 436_213, paidAmount: 0 }
    expect(paidAfter(balance, net)).toMatchObject({ isSettled: true, problem: null })
    expect(leftAfter(balance, net)).toMatchObject({ receivableLeft: 0, payableLeft: 0 })
    expect(paidAfter(balance, { isNet: true, receivedAmount: 436_212, paidAmount: 0 }).problem).toContain('淨額結清須一次收付淨額')
  })

  it('a statement is settled by the difference where both sides are entered in full and set off', () => {
    const both = { receivedAmount: 1_308_703, paidAmount: 872_490 }
    expect(movedBy(balance, { ...both, isNet: true })).toEqual({ isNet: true, receivedAmount: 436_213, paidAmount: 0 })
    expect(movedBy(balance, { ...both, isNet: false })).toEqual({ ...both, isNet: false })
    expect(movedBy(balance, { isNet: true, receivedAmount: 1, paidAmount: 872_490 })).toMatchObject({ receivedAmount: 1 })
  })

  it('an allowance reduces what is received, by the difference too', () => {
    const less = credited(balance, 10_500)
    expect(paidAfter(less, { ...none, receivedAmount: 1_298_204 })).toMatchObject({
      field: 'receivedAmount',
      problem: '本次收款不可超過未收的 1,298,203 元（已收 0 元，已折讓 10,500 元）。',
    })
    const received = leftAfter(less, { ...none, receivedAmount: 1_298_203 })
    expect(paidAfter(received, { ...none, paidAmount: 872_490 })).toMatchObject({ isSettled: true })
    expect(paidAfter(less, { isNet: true, receivedAmount: 425_713, paidAmount: 0 })).toMatchObject({ isSettled: true })
  })

  it.each([
    ['by sides', { ...none, receivedAmount: 1_308_703, paidAmount: 872_490 }],
    ['by the difference', { isNet: true, receivedAmount: 436_213, paidAmount: 0 }],
  ])('an allowance after a payment %s is paid back, and received again when it is void', (_, payment) => {
    const owing = credited(leftAfter(balance, payment), 10_500)
    expect(paidAfter(owing, { ...none, receivedAmount: 1 }).field).toBe('receivedAmount')
    expect(paidAfter(owing, { ...none, paidAmount: 10_501 }).field).toBe('paidAmount')
    expect(paidAfter(owing, { ...none, paidAmount: 10_500 })).toMatchObject({ isSettled: true, clearedReceivable: -10_500 })
    const back = leftAfter(owing, { ...none, paidAmount: 10_500 })
    expect(back).toMatchObject({ receivableLeft: 0, payableLeft: 0 })
    expect(paidAfter(credited(back, -10_500), { ...none, receivedAmount: 10_500 })).toMatchObject({ isSettled: true })
  })

  it('what is owed because redemptions were undone is received, by the difference or by each side', () => {
    const undone = { ...balance, receivableLeft: 1484, payableLeft: -60 }
    expect(paidAfter(undone, { ...none, isNet: true, receivedAmount: 1544 })).toMatchObject({ isSettled: true, problem: null })
    expect(paidAfter(undone, { ...none, receivedAmount: 1484 })).toMatchObject({ isSettled: false, problem: null })
    expect(leftAfter(undone, { ...none, receivedAmount: 1544 })).toMatchObject({ receivableLeft: 0, payableLeft: 0 })
    expect(paidAfter(undone, { ...none, receivedAmount: 1545 }).field).toBe('receivedAmount')
    expect(paidAfter(undone, { ...none, paidAmount: 1 }).field).toBe('paidAmount')
  })

  it.each([
    [{ ...none }, '請輸入本次收款或付款金額。'],
    [{ ...none, receivedAmount: 1_308_704 }, '本次收款不可超過未收的 1,308,703 元（已收 0 元）。'],
    [{ ...none, paidAmount: 872_491 }, '本次付款不可超過未付的 872,490 元（已付 0 元）。'],
  ])('a payment is refused with a reason: %o', (payment, problem) => {
    expect(paidAfter(balance, payment).problem).toBe(problem)
  })

  it('a statement is not netted after a part of it moved', () => {
    expect(paidAfter({ ...balance, receivedAmount: 1 }, { isNet: true, receivedAmount: 436_213, paidAmount: 0 }).problem).toBe(
      '已有部分收付，不可再以淨額結清。',
    )
  })

  it('a payment settles a statement of nothing with nothing', () => {
    const nothing = { receivableLeft: 0, payableLeft: 0, receivedAmount: 0, paidAmount: 0, creditedAmount: 0 }
    expect(paidAfter(nothing, none)).toMatchObject({ isSettled: true, problem: null })
  })
})
