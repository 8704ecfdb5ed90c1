import type {
  BulkResult,
  ChoicePage,
  HistoryEntry,
  ImportCheck,
  ImportResult,
  RecordPage,
  ReportPage,
  StartedExport,
} from '../../answers/records.ts'
import type { Entity } from '../../language/documents/entity.ts'
import type { ListQuery } from '../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'
import type { OrderedUserAction } from '../platform/audit.ts'
import type { Executor, Trx } from '../platform/database/tables.ts'
import type { ApiError } from '../platform/errors.ts'
import type { LogLine } from './history/logLine.ts'
import type { EntityName, RecordHooks, RecordOf, RecordValues, StoredRecord } from './hooks.ts'
import type { ChoiceQuestion } from './read/choiceQuestion.ts'
import type { AskedRows, RowsQuestion, SummaryQuestion } from './read/summaryQuestion.ts'
import type { KnownOptions } from './validation/knownOptions.ts'

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
  /** A database: a write opens a transaction of its own. A transaction: a write joins it. */
  readonly db: Executor
  /** Required when `db` is a transaction and hooks of the entity have work to do after its commit. */
  readonly afterCommit?: (work: () => void | Promise<void>) => void
  /** Fields whose changes need approval in this call, in addition to those marked in the document; also without a screen. */
  readonly approvalFields?: readonly string[]
  /** With true, a refused create reports everything that is wrong with the record, not only the first problem. Used for rows of files. */
  readonly allProblems?: boolean
  /** Receives the lines of the log instead of writing them, see {@link RecordsEngine.together}. */
  readonly log?: LogLine[]
  /** Keeps the options that were found, for many records in one transaction. */
  readonly knownOptions?: KnownOptions
  /** Receives the texts of hooks that replace the success text; without it they are dropped. */
  readonly notice?: (text: string) => void
}

/** A call of our own code, without a screen: rows are not restricted and nothing is masked. */
export type OwnCall<Name extends EntityName> = RecordCall & { readonly screen: null; readonly entity: Name }

/** Type of the records that a call returns: the type of the document for our own code, the restricted record for a screen. */
type RecordBy<Call extends RecordCall> = Call extends { readonly screen: null; readonly entity: infer Name extends EntityName }
  ? RecordOf<Name>
  : StoredRecord

/** The records of a bulk transition: selected ones, or all that match a list query. */
export type BulkSelection =
  | { readonly kind: 'ids'; readonly ids: readonly number[]; readonly versions?: SeenVersions }
  | {
      readonly kind: 'query'
      readonly query: ListQuery
      readonly batch?: BulkBatch
      /** How many matched when the person chose all of them. No number: whatever matches. */
      readonly matching?: number
    }

/** Row versions that the client saw, by id. No entry: no version check for that record. */
export type SeenVersions = ReadonlyMap<number, number>

/**
 * One batch of a long run, in the order of ids. Rows that leave the query because they were processed therefore do not shift the following
 * ones.
 */
export interface BulkBatch {
  /** Id of the last row of the previous batch; 0 for the first. */
  readonly after: number
  readonly size: number
}

/** A file as an answer. The stream ends when the database is read to its end, and fails when reading fails. */
export interface RecordFile {
  readonly fileName: string
  readonly contentType: string
  readonly body: AsyncIterable<Uint8Array>
}

/** A row of a file by field, and the error with which its create was refused. */
export interface ImportRefusal {
  readonly values: RecordValues
  readonly refusal: ApiError
}

/**
 * The only way to read and write records of any entity, used by HTTP routes, domain code, jobs and demo data. Errors for the user are
 * `ApiError`s (M-codes of `src/rules/messages.ts`); an unknown entity is a programming error and throws `Error`. Every write locks the row,
 * checks state and version, runs the hooks, and writes history and audit, all in one transaction.
 */
export interface RecordsEngine {
  /** Adds the hooks of a domain module for one entity. A second registration for the same entity throws. */
  register<Name extends EntityName>(entity: Name, hooks: RecordHooks<Name>): void
  /** The entity document; throws when there is none. */
  entity(name: string): Entity
  list(call: RecordCall, query: ListQuery): Promise<RecordPage>
  /** @throws M08 when the record does not exist, or the actor may not see it */
  get<Call extends RecordCall>(call: Call, id: number): Promise<RecordBy<Call>>
  /** Finds a record by its key for people. @throws M08, also when the entity's key does not identify one record */
  find<Call extends RecordCall>(call: Call, key: string, by?: string | null): Promise<RecordBy<Call>>
  /** Runs the entity's `beforeWrite` hook before the transaction opens. The hook may count or refuse what a user wants to write. */
  beforeWrite(call: RecordCall, input: RecordValues): Promise<void>
  create<Call extends RecordCall>(call: Call, values: RecordValues): Promise<RecordBy<Call>>
  /** `changes`: an omitted field is not changed, null clears it. @throws M10 when `rowVersion` is not the stored one */
  update<Call extends RecordCall>(call: Call, id: number, rowVersion: number, changes: RecordValues): Promise<RecordBy<Call>>
  /** Without `rowVersion` there is no version check. */
  remove(call: RecordCall, id: number, rowVersion?: number): Promise<void>
  /** `input.rowVersion`, required through a screen, must be the stored version. */
  transition<Call extends RecordCall>(call: Call, id: number, name: string, input: RecordValues): Promise<RecordBy<Call>>
  /**
   * Writes many records in a transaction of the caller, all or none: with one write of the log at the end, because single ones become
   * slower with each, and one question for the options of a dictionary.
   *
   * @param work writes with the engine that it is given; further work within it that is to be together joins it
   */
  together<T>(trx: Trx, work: (records: RecordsTogether) => Promise<T>): Promise<T>
  /** Runs each record in a savepoint and returns a verdict for each; a refused record does not stop the others. */
  bulk(call: RecordCall, name: string, selection: BulkSelection, input: RecordValues): Promise<BulkResult>
  /** Newest first. Masked and secret values are never in clear. */
  history(call: RecordCall, id: number): Promise<readonly HistoryEntry[]>
  /** Rows of a child list of a screen (`children.<name>`) for one record. */
  children(
    call: RecordCall,
    id: number,
    child: string,
    page: { pageIndex: number; pageSize: number; view?: string | null },
  ): Promise<RecordPage>
  /** The records that a field of a form can refer to, see {@link ChoiceQuestion}. @throws M08 when no form of this user has the field */
  choices(call: RecordCall, path: string, question: ChoiceQuestion): Promise<ChoicePage>
  /**
   * The screen's `report` over all rows of the query. A report with tabs returns the tab `group`, by default the first.
   *
   * @throws M08 when the screen has no report, M06 when it has no such tab
   */
  report(call: RecordCall, query: ListQuery, group?: string | null): Promise<ReportPage>
  /** Counts and sums of the records of a list query, by group. @throws what `list` throws, and 400 for too many groups */
  summary(call: RecordCall, question: SummaryQuestion): Promise<readonly RecordValues[]>
  /** Numbers of records of several list queries, in one statement. */
  counts(asked: readonly (readonly [call: RecordCall, rows: AskedRows])[]): Promise<readonly number[]>
  /** The first records of a list query, with the fields that are named, masked like those of a list. */
  firstRows(call: RecordCall, question: RowsQuestion): Promise<readonly RecordValues[]>
  /** Starts a job for an export that is too large to wait for. Returns null when it is not; then use {@link exportFile}. */
  startExport(call: RecordCall, query: ListQuery): Promise<StartedExport | null>
  exportFile(call: RecordCall, query: ListQuery, format: 'xlsx' | 'csv'): Promise<RecordFile>
  /** One record as PDF, with the content of the screen's view. @throws M08 */
  exportRecord(call: RecordCall, id: number): Promise<RecordFile>
  /** Imports all rows or none. @throws 400 with one text per failing row */
  importFile(call: RecordCall, file: Uint8Array): Promise<ImportResult>
  /** Runs an import and rolls it back. @throws 400 for a file that cannot be read at all */
  checkImport(call: RecordCall, file: Uint8Array): Promise<ImportCheck>
  /** Explains why rows of a file were refused: one text per row, which names each column by its heading and tells what to write there. */
  importTexts(call: RecordCall, refusals: readonly ImportRefusal[]): Promise<readonly string[]>
  /** A file with the headings that an import expects, and one row that the import accepts. */
  importExample(call: RecordCall): Promise<RecordFile>
}

/** The engine of writes that are together. */
export interface RecordsTogether extends RecordsEngine {
  /** Notes what was done beside the records for 使用者操作紀錄, in its place among them. */
  noteUserAction(action: OrderedUserAction): void
}
