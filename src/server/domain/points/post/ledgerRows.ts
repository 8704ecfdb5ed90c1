import type { Payload, PayloadHolder } from './payload.ts'

/** A decided posting of a batch. */
export interface BatchPosting {
  /** From 1, once in the batch; those on the same account in the order in which they were decided. */
  readonly place: number
  readonly payload: Payload
  /** For a posting that has its number already; all of a batch have one, or none. */
  readonly number?: PostingNumber
}

export interface PostingNumber {
  readonly transactionId: number
  readonly transactionNo: string
}

interface Move extends Omit<PayloadHolder, 'version_after' | 'balance_after' | 'account_class' | 'owner_id'> {
  readonly version: number
  readonly balance: number
}

const sumOf = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other)

/** How an account moves that several postings of the batch move: from before the first to after the last of them. */
function moveAfter(before: Move | undefined, holder: PayloadHolder): Move {
  const { account_id, version_before, version_after, balance_after, lot_change, owed_change, floor } = holder
  const move = { account_id, version_before, version: version_after, balance: balance_after, lot_change, owed_change, floor }
  if (!before) return move
  const floors = [before.floor, floor].filter((each) => each !== null)
  return {
    ...move,
    version_before: before.version_before,
    lot_change: sumOf(before.lot_change, lot_change),
    owed_change: sumOf(before.owed_change, owed_change),
    floor: floors.length > 0 ? Math.min(...floors) : null,
  }
}

function movesOf(postings: readonly BatchPosting[]): { readonly moves: readonly Move[]; readonly otherMoves: readonly Move[] } {
  const moves = new Map<number, Move>()
  for (const { payload } of postings) {
    for (const holder of payload.holders) moves.set(holder.account_id, moveAfter(moves.get(holder.account_id), holder))
  }
  const chains = new Set(postings.map(({ payload }) => payload.header.chain_account_id))
  const isChain = ({ account_id }: Move) => chains.has(account_id)
  const all = [...moves.values()]
  return { moves: all.filter(isChain), otherMoves: all.filter((move) => !isChain(move)) }
}

/** Balances that the companies themselves show. */
function prepaidOf(postings: readonly BatchPosting[]): readonly object[] {
  const balances = new Map<string, number>()
  for (const { payload } of postings) {
    for (const { account_class, owner_id, balance_after } of payload.holders) {
      if (account_class === 'PREPAID') balances.set(owner_id, balance_after)
    }
  }
  return [...balances].map(([company_no, balance]) => ({ company_no, balance }))
}

/** Accounts in whose chains postings are that move no holder. */
function newChainsOf(postings: readonly BatchPosting[]): readonly object[] {
  return postings.flatMap(({ payload: { header } }) =>
    header.chain_account_id === null ? [{ class: header.chain_class, owner_id: header.chain_owner }] : [],
  )
}

/** What there is none of costs the database nothing. */
const listOrNull = (list: readonly object[]) => (list.length === 0 ? null : JSON.stringify(list))

/** A batch as the function `ledger_write` of the database takes it, from `headers` on. */
export function ledgerRows(postings: readonly BatchPosting[]): readonly (string | null)[] {
  const rowsOf = (rows: (payload: Payload) => readonly object[]) =>
    postings.flatMap(({ place, payload }) => rows(payload).map((row) => ({ ...row, place })))
  const { moves, otherMoves } = movesOf(postings)
  const headers = postings.map(({ place, payload, number }) => ({
    ...payload.header,
    place,
    transaction_no: number?.transactionNo ?? null,
  }))
  const lines = rowsOf(({ header, entries }) =>
    entries.map((entry) => ({ ...entry, business_date: header.business_date, posted_at: header.posted_at })),
  )
  return [
    JSON.stringify(headers),
    JSON.stringify(lines),
    ...[newChainsOf(postings), moves, otherMoves, prepaidOf(postings)].map(listOrNull),
    ...[rowsOf(({ lots }) => lots), rowsOf(({ allocations }) => allocations)].map(listOrNull),
    ...[rowsOf(({ debt_changes }) => debt_changes), rowsOf(({ new_debt }) => (new_debt ? [new_debt] : []))].map(listOrNull),
  ]
}
