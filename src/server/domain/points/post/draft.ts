import {
  DefaultQueryExecutor,
  type KyselyProps,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import type { Executor, Tables, Trx } from '../../../platform/database/tables.ts'
import type { Stream } from '../domain/periods.ts'
import type { LockedAccount, StoredHolder } from './holders.ts'
import { type CompanyTerms, knowTerms } from './terms.ts'

/**
 * What one read brought of a posting on one member: no lock is held. It holds for as long as the version of the account does, which the
 * write compares under the row lock (`ledger_move_holders`), so nothing that was decided from an older state is ever written.
 */
export interface BroughtFacts {
  readonly account: LockedAccount
  readonly holder: StoredHolder
  /** Only the lots past their day were read. */
  readonly isExpiredOnly: boolean
  readonly businessDate: string
  /** Terms of the company on the business date. */
  readonly terms: CompanyTerms
  /** Periods of the company that hold the business date, whatever their status. */
  readonly periods: readonly { readonly id: number; readonly stream: Stream; readonly status: string }[]
  /** Taken for the posting that may follow. */
  readonly transactionId: number
  readonly transactionNo: string
}

/** The draft cannot go on: something is wanted that was not brought, or is no longer so. The same work is done again with locks. */
export class DraftLeftError extends Error {
  constructor(reason: string) {
    super(`a posting cannot be drafted: ${reason}`)
    this.name = 'DraftLeftError'
  }
}

/** Rows of one posting on one member, as `ledger_write_many` (migration 0111) takes them. */
export interface DraftedPosting {
  readonly header: object
  readonly move: object
  readonly lines: readonly object[]
  /** Periods of its lines. */
  readonly periodIds: readonly number[]
  readonly lots: readonly object[]
  readonly allocations: readonly object[]
}

/** A posting that is decided without a transaction and written together with others. */
export interface Draft extends BroughtFacts {
  /** Stands for the transaction; any query through it leaves the draft. */
  readonly trx: Trx
  /** Null until something is posted. */
  posting: DraftedPosting | null
  /** Row of partner_sale that is written with it. */
  sale: object | null
  /** Row of partner_pointless_sale: of a sale that posts nothing. */
  pointlessSale: object | null
  /** Left to what runs after commit, as `partner_answer_many` takes them. */
  readonly events: object[]
}

const compiler = new PostgresQueryCompiler()
const config = { pool: () => Promise.reject(new DraftLeftError('a connection')) }
const dialect = new PostgresDialect(config)
const driver = new PostgresDriver(config)
const noConnection = { provideConnection: () => Promise.reject(new DraftLeftError('a query that was not foreseen')) }
const executor = new DefaultQueryExecutor(compiler, new PostgresAdapter(), noConnection)
const drafts = new WeakMap<Executor, Draft>()

const props: KyselyProps = { config: { dialect }, dialect, driver, executor }

export function newDraft(brought: BroughtFacts): Draft {
  const draft: Draft = { ...brought, trx: new Transaction<Tables>(props), posting: null, sale: null, pointlessSale: null, events: [] }
  knowTerms(draft.trx, brought.businessDate, brought.terms)
  drafts.set(draft.trx, draft)
  return draft
}

/** The draft that an executor stands for; undefined for a database and for real transactions. */
export function draftOf(db: Executor): Draft | undefined {
  return drafts.get(db)
}
