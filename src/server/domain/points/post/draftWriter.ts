import { Batches } from '../../../platform/batches.ts'
import { prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/tables.ts'
import type { Draft } from './draft.ts'
import type { PartnerRequest } from './idempotency.ts'

/** A request of a partner with its answer and all that is written with it. */
export interface DraftedAnswer {
  readonly request: PartnerRequest
  readonly draft: Draft
  readonly response: object
  readonly transactionId: number | null
}

const writeAnswers = prepared(`
  select partner_answer_many($1::json, $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::json, $7::json, $8::json, $9::json,
    $10::json, $11::json, $12::json) as answered`)

/** As many as a transaction may hold locked at a time without others noticing. */
const sizeMax = 32

/**
 * Writes drafted answers in batches (migration 0111). Each account is in a batch once, so that nobody in it is overtaken by a neighbour.
 * One batch at a time: two would share the processor that one of them has, and each would be half as large.
 */
export class DraftWriter {
  readonly #batches: Batches<DraftedAnswer, boolean>

  constructor(db: Database) {
    this.#batches = new Batches({ run: (answers) => write(db, answers), keyOf: accountOf, sizeMax, inFlightMax: 1 })
  }

  /**
   * Resolves after the commit, with false when the draft was overtaken: its number is taken, or its member was posted to. Then nothing of
   * it is left.
   */
  write(answer: DraftedAnswer): Promise<boolean> {
    return this.#batches.add(answer)
  }
}

const accountOf = ({ draft }: DraftedAnswer) => draft.account.accountId

async function write(db: Database, answers: readonly DraftedAnswer[]): Promise<readonly boolean[]> {
  const postings = answers.flatMap(({ draft }) => draft.posting ?? [])
  // A request that posts nothing needs no account.
  const accounts = answers.map(({ draft }) => (draft.posting ? draft.account : null))
  const [row] = await runPrepared<{ answered: readonly number[] }>(db, writeAnswers, [
    JSON.stringify(answers.map(requestOf)),
    accounts.map((account) => account?.accountId ?? null),
    accounts.map((account) => account?.version ?? null),
    answers.map(({ transactionId }) => transactionId),
    [...new Set(postings.flatMap(({ periodIds }) => periodIds))],
    JSON.stringify(postings.map(({ header }) => header)),
    JSON.stringify(postings.map(({ move }) => move)),
    JSON.stringify(postings.flatMap(({ lines }) => lines)),
    listOrNull(postings.flatMap(({ lots }) => lots)),
    listOrNull(postings.flatMap(({ allocations }) => allocations)),
    listOrNull(answers.flatMap(({ draft }, index) => salesOf(draft, index + 1))),
    listOrNull(answers.flatMap(({ draft }, index) => draft.events.map((event) => ({ ...event, place: index + 1 })))),
  ])
  const answered = new Set(row?.answered)
  return answers.map((_, index) => answered.has(index + 1))
}

/** What no row of the batch has costs the database nothing. */
const listOrNull = (list: readonly object[]) => (list.length === 0 ? null : JSON.stringify(list))

function salesOf({ sale, pointlessSale }: Draft, place: number): readonly object[] {
  return [...(sale ? [sale] : []), ...(pointlessSale ? [{ ...pointlessSale, place }] : [])]
}

function requestOf({ request, response, transactionId }: DraftedAnswer, index: number) {
  const { platformNo, externalTxnNo, kind, requestHash, now } = request
  return {
    place: index + 1,
    platform: platformNo,
    external_no: externalTxnNo,
    txn_kind: kind,
    hash: requestHash,
    at: now,
    posted_id: transactionId,
    answer: response,
  }
}
