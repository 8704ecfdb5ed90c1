/** What a posting is called by: its id, and the number that people read. */
export interface PostingNumber {
  readonly transactionId: number
  readonly transactionNo: string
}

const monthShift = 2 ** 43
const numberShift = 4096
const taipeiMs = 8 * 3_600_000

/**
 * As `ledger_transaction_id` and `ledger_transaction_no` of the database have it.
 *
 * @param number taken from the sequence `ledger_posting`
 */
export function postingNumberOf(postedAt: Date, number: number): PostingNumber {
  const taipei = new Date(postedAt.getTime() + taipeiMs).toISOString()
  const months = (Number(taipei.slice(0, 4)) - 2020) * 12 + Number(taipei.slice(5, 7)) - 1
  return {
    transactionId: months * monthShift + (number % 2 ** 31) * numberShift,
    transactionNo: `T${taipei.slice(0, 10).replaceAll('-', '')}${String(number % 1_000_000_000).padStart(9, '0')}`,
  }
}
