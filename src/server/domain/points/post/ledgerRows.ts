import { prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import type { Payload, PayloadHolder } from './payload.ts'
import type { PostingNumber } from './postingNumber.ts'
import type { WrittenPosting } from './postingPort.ts'

/** A decided posting that has its number before it is written. */
export interface NumberedPosting {
  readonly payload: Payload
  readonly number: PostingNumber
}

/** A decided posting of a batch. */
export interface BatchPosting {
  /** From 1, once in the batch; those on the same account in the order in which they were decided. */
  readonly place: number
  readonly payload: Payload
  /** All of a batch have one, or none. */
  readonly number?: PostingNumber
}

interface Move extends Omit<PayloadHolder, 'version_after' | 'balance_after' | 'account_class' | 'owner_id'> {
  /** Place of the last posting in the batch that moves the account. */
  readonly place: number
  readonly version: number
  readonly balance: number
}

const sumOf = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other)

/** Merges the moves of one account by several postings of a batch: from its state before the first to its state after the last. */
function moveAfter(before: Move | undefined, place: number, holder: PayloadHolder): Move {
  const { account_id, version_before, version_after, balance_after, lot_change, owed_change, floor } = holder
  const move = { place, account_id, version_before, version: version_after, balance: balance_after, lot_change, owed_change, floor }
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
  for (const { place, payload } of postings) {
    for (const holder of payload.holders) moves.set(holder.account_id, moveAfter(moves.get(holder.account_id), place, holder))
  }
  const chains = new Set(postings.map(({ payload }) => payload.header.chain_account_id))
  const isChain = ({ account_id }: Move) => chains.has(account_id)
  const all = [...moves.values()]
  return { moves: all.filter(isChain), otherMoves: all.filter((move) => !isChain(move)) }
}

/** Balances of prepaid companies, which are also stored with the company. */
function prepaidOf(postings: readonly BatchPosting[]): readonly object[] {
  const balances = new Map<string, object>()
  for (const { place, payload } of postings) {
    for (const { account_class, owner_id, balance_after } of payload.holders) {
      if (account_class === 'PREPAID') balances.set(owner_id, { place, company_no: owner_id, balance: balance_after })
    }
  }
  return [...balances.values()]
}

/** Accounts that carry the hash chain of postings which move no holder (kind 42); `ledger_write` creates them. */
function newChainsOf(postings: readonly BatchPosting[]): readonly object[] {
  return postings.flatMap(({ payload: { header } }) =>
    header.chain_account_id === null ? [{ class: header.chain_class, owner_id: header.chain_owner }] : [],
  )
}

/** Null instead of an empty list: `ledger_write` then skips the table. */
const listOrNull = (list: readonly object[]) => (list.length === 0 ? null : JSON.stringify(list))

const chainOf = ({ payload: { header } }: BatchPosting) => header.chain_account_id ?? `${header.chain_class} ${header.chain_owner}`

const placed = (place: number) => `"place":${place}`

/**
 * A row as JSON, with more columns than it has. They are added to the text: thousands of rows were copied for it, and the copies thrown away.
 *
 * @param row not empty
 */
const withColumns = (columns: string, row: object) => `{${columns},${JSON.stringify(row).slice(1)}`

const listOfTexts = (rows: readonly string[]) => `[${rows.join(',')}]`

/** Headers with their numbers and their positions in the hash chains. */
function headersOf(postings: readonly BatchPosting[]): readonly string[] {
  const steps = new Map<number | string, number>()
  const ends = new Map(postings.map((posting) => [chainOf(posting), posting.place]))
  return postings.map((posting) => {
    const { place, payload, number } = posting
    const chain = chainOf(posting)
    const step = (steps.get(chain) ?? 0) + 1
    steps.set(chain, step)
    const transactionNo = number ? `,"transaction_no":"${number.transactionNo}"` : ''
    return withColumns(`${placed(place)},"chain_step":${step},"is_chain_end":${ends.get(chain) === place}${transactionNo}`, payload.header)
  })
}

function entriesOf(postings: readonly BatchPosting[]): readonly string[] {
  return postings.flatMap(({ place, payload: { header, entries } }) => {
    const columns = `${placed(place)},"business_date":"${header.business_date}","posted_at":"${header.posted_at.toISOString()}"`
    return entries.map((entry) => withColumns(columns, entry))
  })
}

/**
 * A batch as the function `ledger_write` of the database takes it, from `headers` on.
 *
 * @param prepaid balances to store with their companies
 */
export function ledgerRows(postings: readonly BatchPosting[], prepaid = prepaidOf(postings)): readonly (string | null)[] {
  const rowsOf = (rows: (payload: Payload) => readonly object[]) => {
    const texts = postings.flatMap(({ place, payload }) => rows(payload).map((row) => withColumns(placed(place), row)))
    return texts.length === 0 ? null : listOfTexts(texts)
  }
  const { moves, otherMoves } = movesOf(postings)
  return [
    listOfTexts(headersOf(postings)),
    listOfTexts(entriesOf(postings)),
    ...[newChainsOf(postings), moves, otherMoves, prepaid].map(listOrNull),
    ...[rowsOf(({ lots }) => lots), rowsOf(({ allocations }) => allocations)],
    ...[rowsOf(({ debt_changes }) => debt_changes), rowsOf(({ new_debt }) => (new_debt ? [new_debt] : []))],
  ]
}

const writeRows = prepared(`
  select transaction_id, transaction_no, pending_no
  from ledger_write($1::bigint[], $2::int[], $3::json, $4::json, $5::json, $6::json, $7::json, $8::json, $9::json, $10::json, $11::json,
    $12::json)
  order by place`)

/** Writes postings whose holder accounts are locked, in their order; the database numbers them. */
export function writePayloads(trx: Trx, payloads: readonly Payload[]): Promise<readonly WrittenPosting[]> {
  const postings = payloads.map((payload, index) => ({ place: index + 1, payload }))
  return runPrepared<WrittenPosting>(trx, writeRows, [null, null, ...ledgerRows(postings)])
}

/** Numbered postings, ready to be written. */
export type NumberedRows = readonly unknown[]

/**
 * Postings under their numbers, in their order, as the database takes them.
 *
 * @param prepaid `later`: the caller stores the balances of prepaid companies with the companies, once for many batches
 */
export function numberedRows(postings: readonly NumberedPosting[], prepaid: 'now' | 'later' = 'now'): NumberedRows {
  const ids = postings.map(({ number }) => number.transactionId)
  const batch = postings.map(({ payload, number }, index) => ({ place: index + 1, payload, number }))
  return [ids, null, ...(prepaid === 'now' ? ledgerRows(batch) : ledgerRows(batch, []))]
}

export async function writeNumbered(trx: Trx, rows: NumberedRows): Promise<void> {
  await runPrepared(trx, writeRows, rows)
}
