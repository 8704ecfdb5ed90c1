import { setTimeout as sleep } from 'node:timers/promises'
import { LedgerRefusal } from '../../src/server/domain/points/domain/refusals.ts'
import type { ledger as pointsLedger } from '../../src/server/domain/points/ledger.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'

const redeemRules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }

export interface LedgerClient {
  readonly db: Database
  readonly ledger: typeof pointsLedger
  readonly members: readonly string[]
  /** Prefix of the external numbers; unique among all clients for ever. */
  readonly name: string
  /** Called when the answer has come; from then on the posting must never be lost. */
  onPosted(externalTxnNo: string): void
  isOver(): boolean
}

/**
 * One till: sells, and redeems at every third turn, each with a number of its own. A call that fails because there is no server is repeated
 * with the same number, as partners do.
 */
export async function ledgerClient(client: LedgerClient): Promise<void> {
  for (let turn = 0; !client.isOver(); turn += 1) {
    const externalTxnNo = `${client.name}T${turn}`
    if (await postUntilAnswered(client, turn, externalTxnNo)) client.onPosted(externalTxnNo)
  }
}

/** False when the ledger refused the posting. */
async function postUntilAnswered(client: LedgerClient, turn: number, externalTxnNo: string): Promise<boolean> {
  while (!client.isOver()) {
    try {
      await postOnce(client, turn, externalTxnNo)
      return true
    } catch (error) {
      if (error instanceof LedgerRefusal) return false
      if (!isLostServer(error)) throw error
      await sleep(20)
    }
  }
  return false
}

/** Connection refused or cut (08…, 57P0x), by the server or on the way. */
function isLostServer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(08|57P0|ECONN|EPIPE)/.test(code) || /terminated|connection/i.test(error.message)
}

async function postOnce({ db, ledger, members }: LedgerClient, turn: number, externalTxnNo: string): Promise<void> {
  const isRedeem = turn % 3 === 2
  const memberNo = members[(turn * 7) % members.length] as string
  const request = {
    platformNo: 'P0001',
    externalTxnNo,
    kind: isRedeem ? '20' : '10',
    requestHash: 'h',
    now: new Date('2025-01-10T04:00:00Z'),
  }
  await ledger.answerOnce(db, request, async (trx) => {
    const context = contextOn('2025-01-10', 'C000101', { source: { platformNo: 'P0001', externalTxnNo, requestHash: 'h' } })
    const { posted } = isRedeem
      ? await ledger.redeem(trx, { context, memberNo, points: 3, amount: 3, rules: redeemRules })
      : await ledger.issue(trx, { context, memberNo, amount: 1000, rule: plainRule })
    return { response: { transactionNo: posted?.transactionNo ?? null }, transactionId: posted?.transactionId ?? null }
  })
}
