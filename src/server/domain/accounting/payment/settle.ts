import { figureText } from '../../../../rules/figures.ts'

/**
 * What is left of a statement on its two accounts. Whole NT$; below 0 it is owed the other way: the receivable after an allowance that was
 * issued after its payment, the payable where more redemptions were undone than made.
 */
export interface StatementBalance {
  readonly receivableLeft: number
  readonly payableLeft: number
  /** Received and paid so far. */
  readonly receivedAmount: number
  readonly paidAmount: number
  /** Credited over the statement's own invoices, by hand. */
  readonly creditedAmount: number
}

export interface Payment {
  /** Receivable and payable are set off against each other, and only the difference is paid. */
  readonly isNet: boolean
  readonly receivedAmount: number
  readonly paidAmount: number
}

export interface Settled {
  readonly receivedAmount: number
  readonly paidAmount: number
  /** What this payment took off the receivable; negative when it gave back. The rest of it went to the payable. */
  readonly clearedReceivable: number
  readonly isSettled: boolean
  /** Why the payment is not allowed; null when it is. `field` is the input that the text is about. */
  readonly problem: string | null
  readonly field: 'receivedAmount' | 'paidAmount' | null
}

/** What is still to be received and to be paid. */
interface Claim {
  readonly toReceive: number
  readonly toPay: number
}

/**
 * The payment as it moves: by the difference alone where both sides were entered in full, as the form starts with them, and are to be set
 * off.
 */
export function movedBy(balance: StatementBalance, payment: Payment): Payment {
  const { toReceive, toPay } = claimOf(balance)
  if (!payment.isNet || payment.receivedAmount !== toReceive || payment.paidAmount !== toPay) return payment
  const net = netClaim(balance)
  return { isNet: true, receivedAmount: net.toReceive, paidAmount: net.toPay }
}

/** The state of a statement after a payment. */
export function paidAfter(balance: StatementBalance, payment: Payment): Settled {
  const receivedAmount = balance.receivedAmount + payment.receivedAmount
  const paidAmount = balance.paidAmount + payment.paidAmount
  const clearedReceivable = payment.isNet ? balance.receivableLeft : clearedBySides(balance, payment)
  const sums = { receivedAmount, paidAmount, clearedReceivable }
  const refuse = (field: Settled['field'], problem: string): Settled => ({ ...sums, isSettled: false, problem, field })
  const claim = payment.isNet ? netClaim(balance) : claimOf(balance)
  if (payment.isNet && balance.receivedAmount + balance.paidAmount > 0) return refuse(null, '已有部分收付，不可再以淨額結清。')
  if (!payment.isNet && payment.receivedAmount === 0 && payment.paidAmount === 0 && claim.toReceive + claim.toPay > 0)
    return refuse(null, '請輸入本次收款或付款金額。')
  if (payment.receivedAmount > claim.toReceive)
    return refuse(
      'receivedAmount',
      `本次收款不可超過未收的 ${money(claim.toReceive)} 元（已收 ${money(balance.receivedAmount)} 元${creditOf(balance)}）。`,
    )
  if (payment.paidAmount > claim.toPay)
    return refuse(
      'paidAmount',
      `本次付款不可超過未付的 ${money(claim.toPay)} 元（已付 ${money(balance.paidAmount)} 元${creditOf(balance)}）。`,
    )
  const isSettled = payment.receivedAmount === claim.toReceive && payment.paidAmount === claim.toPay
  if (payment.isNet && !isSettled)
    return refuse(null, `淨額結清須一次收付淨額：應收 ${money(claim.toReceive)} 元、應付 ${money(claim.toPay)} 元。`)
  return { ...sums, isSettled, problem: null, field: null }
}

/** Each account by itself. */
export function claimOf({ receivableLeft, payableLeft }: Pick<StatementBalance, 'receivableLeft' | 'payableLeft'>): Claim {
  return {
    toReceive: Math.max(receivableLeft, 0) + Math.max(-payableLeft, 0),
    toPay: Math.max(payableLeft, 0) + Math.max(-receivableLeft, 0),
  }
}

function netClaim({ receivableLeft, payableLeft }: StatementBalance): Claim {
  const net = receivableLeft - payableLeft
  return { toReceive: Math.max(net, 0), toPay: Math.max(-net, 0) }
}

/** Money received goes to the receivable first, money paid to the payable first; what is beyond goes to the other account. */
function clearedBySides({ receivableLeft, payableLeft }: StatementBalance, { receivedAmount, paidAmount }: Payment): number {
  return Math.min(receivedAmount, Math.max(receivableLeft, 0)) - Math.max(paidAmount - Math.max(payableLeft, 0), 0)
}

const money = (amount: number) => figureText(amount, 'money')

const creditOf = ({ creditedAmount }: StatementBalance) => (creditedAmount > 0 ? `，已折讓 ${money(creditedAmount)} 元` : '')
