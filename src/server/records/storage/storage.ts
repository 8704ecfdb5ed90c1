import type { RawBuilder, SqlBool } from 'kysely'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import type { EntityModel, FieldModel } from '../model.ts'

/** User and time for the audit columns. */
export interface Stamp {
  readonly userName: string
  readonly now: Date
}

/** The FROM part of a statement (alias `r`), and the condition that restricts a shared table to one entity. */
export interface ReadSource {
  readonly from: RawBuilder<unknown>
  readonly condition: RawBuilder<SqlBool>
  /** Select list that {@link Storage.read} understands. */
  readonly columns: RawBuilder<unknown>
  /**
   * Select list for many rows. Left empty are attached files, which only single records show, and lists of rows (up to thousands per
   * record) that are not among `shown`. Without `shown`, all lists are read.
   */
  listColumns(shown?: ReadonlySet<string>): RawBuilder<unknown>
}

/**
 * Stores the records of one entity. There are two kinds, which behave the same and pass the same tests: a table of its own, or JSON objects
 * in the shared table.
 */
export interface Storage {
  readonly model: EntityModel
  readonly source: ReadSource
  /** SQL value of a field (alias `r`); identifiers come only from the entity document. */
  expression(field: FieldModel): RawBuilder<unknown>
  /** Converts a row selected with `source.columns` to the form of the API. */
  read(row: unknown): StoredRecord
  /** Locks rows until the transaction ends, in the order of ids. Returns the ids that exist. */
  lock(trx: Trx, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Keeps rows from being removed until the transaction ends; others may still change them. Returns the ids that exist. */
  share(trx: Trx, ids: readonly number[]): Promise<ReadonlySet<number>>
  insert(trx: Trx, values: RecordValues, stamp: Stamp): Promise<number>
  /** Increments `rowVersion`. */
  update(trx: Trx, id: number, changes: RecordValues, stamp: Stamp): Promise<void>
  /** Stores results of formulas without a new version, because nobody has changed the record. */
  fill(trx: Trx, id: number, results: RecordValues): Promise<void>
  remove(trx: Trx, id: number): Promise<void>
  /** Fields that a write stores. The others exist only in the view, or are stored elsewhere by a hook. */
  storedFields(db: Executor): Promise<ReadonlySet<string>>
}
