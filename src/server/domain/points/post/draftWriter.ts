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

const writeAnswers = prepared(
  'select partner_answer_many($1::json, $2::json, $3::json, $4::json, $5::json, $6::json, $7::json, $8::json) as answered',
)

/** As many as a transaction may hold locked at a time without others noticing. */
const sizeMax = 32

/**
 * Writes drafted answers in batches (migration 0110). Each account is in a batch once, so that nobody in it is overtaken by a neighbour.
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
  const [row] = await runPrepared<{ answered: readonly number[] }>(db, writeAnswers, [
    JSON.stringify(answers.map(requestOf)),
    JSON.stringify(postings.map(({ header }) => header)),
    JSON.stringify(postings.map(({ move }) => move)),
    JSON.stringify(postings.flatMap(({ lines }) => lines)),
    listOrNull(postings.flatMap(({ lots }) => lots)),
    listOrNull(postings.flatMap(({ allocations }) => allocations)),
    listOrNull(answers.flatMap(({ draft }) => draft.sale ?? [])),
    listOrNull(answers.flatMap(({ draft }, place) => draft.events.map((event) => ({ ...event, place })))),
  ])
  const answered = new Set(row?.answered)
  return answers.map((_, place) => answered.has(place))
}

/** What no row of the batch has costs the database nothing. */
const listOrNull = (list: readonly object[]) => (list.length === 0 ? null : JSON.stringify(list))

function requestOf({ request, draft, response, transactionId }: DraftedAnswer, place: number) {
  const { platformNo, externalTxnNo, kind, requestHash, now } = request
  return {
    ...{ place, platform: platformNo, external_no: externalTxnNo, txn_kind: kind, hash: requestHash, at: now },
    ...{ posted_id: transactionId, answer: response },
    // A request that posts nothing needs no account.
    ...(draft.posting ? { account_id: draft.account.accountId, version: draft.account.version } : {}),
  }
}
