/** What a statement claims, and what was received and paid for it so far. Whole NT$. */
export interface StatementBalance {
  readonly receivableAmount: number
  readonly payableAmount: number
  /** Yearly allowances that are set off: 0 or negative. */
  readonly otherAmount: number
  readonly receivedAmount: number
  readonly paidAmount: number
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
  readonly isSettled: boolean
  /** Why the payment is not allowed; null when it is. `field` is the input that the text is about. */
  readonly problem: string | null
  readonly field: 'receivedAmount' | 'paidAmount' | null
}

/** The state of a statement after a payment. Yearly allowances reduce the receivable; what exceeds it is paid out. */
export function paidAfter(balance: StatementBalance, payment: Payment): Settled {
  const receivedAmount = balance.receivedAmount + payment.receivedAmount
  const paidAmount = balance.paidAmount + payment.paidAmount
  const refuse = (field: Settled['field'], problem: string): Settled => ({ receivedAmount, paidAmount, isSettled: false, problem, field })
  const claim = payment.isNet ? netClaim(balance) : grossClaim(balance)
  if (payment.isNet && balance.receivedAmount + balance.paidAmount > 0) return refuse(null, '已有部分收付，不可再以淨額結清。')
  if (!payment.isNet && payment.receivedAmount === 0 && payment.paidAmount === 0 && claim.toReceive + claim.toPay > 0)
    return refuse(null, '請輸入本次收款或付款金額。')
  if (receivedAmount > claim.toReceive)
    return refuse('receivedAmount', `收款不可超過 ${claim.toReceive} 元（已收 ${balance.receivedAmount} 元）。`)
  if (paidAmount > claim.toPay) return refuse('paidAmount', `付款不可超過 ${claim.toPay} 元（已付 ${balance.paidAmount} 元）。`)
  const isSettled = receivedAmount === claim.toReceive && paidAmount === claim.toPay
  if (payment.isNet && !isSettled) return refuse(null, `淨額結清須一次收付淨額：應收 ${claim.toReceive} 元、應付 ${claim.toPay} 元。`)
  return { receivedAmount, paidAmount, isSettled, problem: null, field: null }
}

interface Claim {
  readonly toReceive: number
  readonly toPay: number
}

/** Each side by itself. A side below 0 is owed the other way: more was returned than issued, or more redemptions were undone than made. */
function grossClaim({ receivableAmount, payableAmount, otherAmount }: StatementBalance): Claim {
  const receivable = receivableAmount + otherAmount
  return {
    toReceive: Math.max(receivable, 0) + Math.max(-payableAmount, 0),
    toPay: Math.max(payableAmount, 0) + Math.max(-receivable, 0),
  }
}

function netClaim({ receivableAmount, payableAmount, otherAmount }: StatementBalance): Claim {
  const net = receivableAmount - payableAmount + otherAmount
  return { toReceive: Math.max(net, 0), toPay: Math.max(-net, 0) }
}
