import type { BulkResult, HistoryEntry, ImportCheck, ImportResult, RecordPage, ReportPage, StartedExport } from '../../answers/records.ts'
import type { Entity } from '../../language/documents/entity.ts'
import type { ListQuery } from '../../language/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'
import type { Executor } from '../platform/database/tables.ts'
import type { ApiError } from '../platform/errors.ts'
import type { EntityName, RecordHooks, RecordOf, RecordValues, StoredRecord } from './hooks.ts'

/** Who asks for what, and through which screen. */
export interface RecordCall {
  readonly actor: Actor
  /**
   * The screen the call came through, as restricted to the actor: decides the fields that may be read and written, masking, and the
   * permission of transitions. Null for jobs, domain code and demo data: every field, nothing masked, no permission asked.
   */
  readonly screen: ResolvedScreen | null
  readonly entity: string
  readonly now: Date
  /** A database: writes open one transaction of their own. A transaction: writes join it. */
  readonly db: Executor
  /** Needed when `db` is a transaction and hooks of the entity leave work for after its commit. */
  readonly afterCommit?: (work: () => void | Promise<void>) => void
  /** Fields whose changes wait for a second person in this call, besides those the document marks; also without a screen. */
  readonly approvalFields?: readonly string[]
  /** True: a refused create names everything that is wrong with the record, not only the first finding. For rows of files. */
  readonly allProblems?: boolean
  /** Receives the texts of hooks that replace the success text; without it they are dropped. */
  readonly notice?: (text: string) => void
}

/** A call by our own code without a screen: records are neither restricted nor masked. */
export type OwnCall<Name extends EntityName> = RecordCall & { readonly screen: null; readonly entity: Name }

/** Type of the records that a call returns: the document's own type for our own code, the restricted record for a screen. */
type RecordBy<Call extends RecordCall> = Call extends { readonly screen: null; readonly entity: infer Name extends EntityName }
  ? RecordOf<Name>
  : StoredRecord

/** The records a bulk transition is asked for: chosen ones, or all that match a list query. */
export type BulkSelection =
  | { readonly kind: 'ids'; readonly ids: readonly number[]; readonly versions?: SeenVersions }
  | { readonly kind: 'query'; readonly query: ListQuery; readonly batch?: BulkBatch }

/** Row versions that the client saw, by id. No entry: no version check for that record. */
export type SeenVersions = ReadonlyMap<number, number>

/** One batch of a long run, by ascending id: rows that leave the query because they were processed do not shift the following ones. */
export interface BulkBatch {
  /** Id of the last row of the batch before; 0 for the first. */
  readonly after: number
  readonly size: number
}

/** Body of a file answer; the stream ends or fails with the reading of the database. */
export interface RecordFile {
  readonly fileName: string
  readonly contentType: string
  readonly body: AsyncIterable<Uint8Array>
}

/** A row of a file, by field, and what its create was refused with. */
export interface ImportRefusal {
  readonly values: RecordValues
  readonly refusal: ApiError
}

/**
 * The one way to read and write records of any entity: HTTP routes, domain code, jobs and demo data all use it.
 * Refusals are `ApiError`s (M-codes of `src/rules/messages.ts`); an unknown entity is a programming error and throws `Error`.
 * Every write locks the row, checks state and version, runs the hooks and writes history and audit in one transaction.
 */
export interface RecordsEngine {
  /** Adds what a domain module knows about one entity. Once per entity; a second registration throws. */
  register<Name extends EntityName>(entity: Name, hooks: RecordHooks<Name>): void
  /** The entity document; throws when there is none. */
  entity(name: string): Entity
  list(call: RecordCall, query: ListQuery): Promise<RecordPage>
  /** @throws M08 when there is none, or it belongs to somebody else */
  get<Call extends RecordCall>(call: Call, id: number): Promise<RecordBy<Call>>
  /** The same by the key that people know it by. @throws M08 also where the entity's key does not name one record */
  find<Call extends RecordCall>(call: Call, key: string, by?: string | null): Promise<RecordBy<Call>>
  /** Runs the entity's `beforeWrite` hook: it counts or refuses what a person wants to write, before the transaction opens. */
  beforeWrite(call: RecordCall, input: RecordValues): Promise<void>
  create<Call extends RecordCall>(call: Call, values: RecordValues): Promise<RecordBy<Call>>
  /** `changes`: an omitted field stays, null clears. @throws M10 when `rowVersion` is not the stored one */
  update<Call extends RecordCall>(call: Call, id: number, rowVersion: number, changes: RecordValues): Promise<RecordBy<Call>>
  /** Without `rowVersion` there is no version check. */
  remove(call: RecordCall, id: number, rowVersion?: number): Promise<void>
  /** `input.rowVersion` when given must be the stored one (required through a screen). */
  transition<Call extends RecordCall>(call: Call, id: number, name: string, input: RecordValues): Promise<RecordBy<Call>>
  /** One savepoint and one verdict per record; a refused one does not stop the others. */
  bulk(call: RecordCall, name: string, selection: BulkSelection, input: RecordValues): Promise<BulkResult>
  /** Newest first. Masked and secret values never in clear. */
  history(call: RecordCall, id: number): Promise<readonly HistoryEntry[]>
  /** A child list of a screen (`children.<name>`) of one record. */
  children(call: RecordCall, id: number, child: string, page: { pageIndex: number; pageSize: number }): Promise<RecordPage>
  /**
   * The screen's `report` over all rows of the query; of one with tabs, the tab of `group` or the first.
   *
   * @throws M08 when the screen has none, M06 when it has no such tab
   */
  report(call: RecordCall, query: ListQuery, group?: string | null): Promise<ReportPage>
  /** Leaves an export that is too large to be waited for to a job; null when it is not, and {@link exportFile} is to be used. */
  startExport(call: RecordCall, query: ListQuery): Promise<StartedExport | null>
  exportFile(call: RecordCall, query: ListQuery, format: 'xlsx' | 'csv'): Promise<RecordFile>
  /** One record as its screen's view shows it, as a PDF. @throws M08 */
  exportRecord(call: RecordCall, id: number): Promise<RecordFile>
  /** All rows or none. @throws 400 with one text per failing row */
  importFile(call: RecordCall, file: Uint8Array): Promise<ImportResult>
  /** Tries an import and takes it back. @throws 400 for a file that cannot be read at all */
  checkImport(call: RecordCall, file: Uint8Array): Promise<ImportCheck>
  /** Why rows of a file were refused, one text for each: every column by its heading, and what to write there. */
  importTexts(call: RecordCall, refusals: readonly ImportRefusal[]): Promise<readonly string[]>
  /** The file that shows the headings an import expects, with a row that the import takes. */
  importExample(call: RecordCall): Promise<RecordFile>
}
