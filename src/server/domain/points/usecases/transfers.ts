import { holdersOf, type PlannedPosting, type PostingContext } from '../domain/posting.ts'
import { planExpireSerials, planTransfer, type Transfer } from '../domain/transfer.ts'
import type { PostingPort } from '../post/postingPort.ts'
import { type Posted, writePostings } from '../post/write.ts'
import { postPlain } from './holding.ts'

export interface TransferInput {
  readonly context: PostingContext
  readonly transfer: Transfer
  readonly points: number
}

/**
 * Sales of the platform and their reversal: 點數中心銷售, 序號, 實體卡 (kinds 60, 61, 63, 64, 65).
 *
 * @throws LedgerRefusal E1107 (prepaid points) or M22 (serials) when a reversal finds too few points
 */
export async function transfer(port: PostingPort, input: TransferInput): Promise<Posted> {
  return postPlain(port, { plan: planTransfer(input.transfer, input.points), context: input.context, detail: {} })
}

/** Transfers many times as `transfer` does it once, in this order: the accounts are locked together, and all is written in one go. */
export async function transferMany(port: PostingPort, inputs: readonly TransferInput[]): Promise<readonly Posted[]> {
  const postings = inputs.map(
    ({ context, transfer: one, points }): PlannedPosting => ({ plan: planTransfer(one, points), context, detail: {} }),
  )
  const holders = postings.flatMap(({ plan }) => holdersOf(plan))
  const named = new Map(holders.map((account) => [`${account.class} ${account.ownerId}`, account]))
  return writePostings(port, await port.holdAccounts([...named.values()]), postings)
}

/** Expires what is left of serials or cards of a batch (kind 50). @throws LedgerRefusal M22 when the batch holds less */
export async function expireSerials(
  port: PostingPort,
  input: { readonly context: PostingContext; readonly settlementNo: string; readonly points: number },
): Promise<Posted> {
  return postPlain(port, { plan: planExpireSerials(input.settlementNo, input.points), context: input.context, detail: {} })
}
