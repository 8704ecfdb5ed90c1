import type { RawBuilder, SqlBool } from 'kysely'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import type { EntityModel, FieldModel } from '../model.ts'

/** Who writes and when; goes into the audit columns. */
export interface Stamp {
  readonly userName: string
  readonly now: Date
}

/** What a statement reads: alias `r`, and the condition that limits a shared table to one entity. */
export interface ReadSource {
  readonly from: RawBuilder<unknown>
  readonly condition: RawBuilder<SqlBool>
  /** Select list that {@link Storage.read} understands. */
  readonly columns: RawBuilder<unknown>
  /**
   * The same for many rows: attached files, which only single records show, are left empty, and so is every list of rows (up to
   * thousands in a record) that is not among the fields asked for. Without fields all such lists are read.
   */
  listColumns(shown?: ReadonlySet<string>): RawBuilder<unknown>
}

/**
 * How the records of one entity are kept. Two kinds, which behave the same and pass the same tests:
 * a table of its own, or JSON objects in the shared table.
 */
export interface Storage {
  readonly model: EntityModel
  readonly source: ReadSource
  /** SQL value of a field of alias `r`; identifiers come from the entity document only. */
  expression(field: FieldModel): RawBuilder<unknown>
  /** A row selected with `source.columns` as the API speaks of it. */
  read(row: unknown): StoredRecord
  /** Locks rows until the transaction ends, in order of their ids; answers those that are there. */
  lock(trx: Trx, ids: readonly number[]): Promise<ReadonlySet<number>>
  insert(trx: Trx, values: RecordValues, stamp: Stamp): Promise<number>
  /** Increments `rowVersion`. */
  update(trx: Trx, id: number, changes: RecordValues, stamp: Stamp): Promise<void>
  remove(trx: Trx, id: number): Promise<void>
  /** Fields that a write stores; the others are only in the view, or kept elsewhere by a hook. */
  storedFields(db: Executor): Promise<ReadonlySet<string>>
}
