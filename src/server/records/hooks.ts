import type { RawBuilder } from 'kysely'
import type { ListQuery } from '../../language/query/listQuery.ts'
import type { ListFilter } from '../../language/query/listQueryFilters.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { OutOfLimits } from '../../rules/outOfLimits.ts'
import type { Actor } from '../platform/actor.ts'
import type { Executor, Trx } from '../platform/database/tables.ts'

/** A record in the form of the API: camelCase fields, JSON values, `null` for empty. */
export type RecordValues = Record<string, unknown>
/** A stored record. */
export type StoredRecord = RecordValues & { readonly id: number; readonly rowVersion: number }

/** Where records are sent: rows of a list, a single record, or rows of a file. */
export type Place = 'list' | 'record' | 'file'

export interface HookContext {
  readonly trx: Trx
  readonly actor: Actor
  /** Time of the request; never read the clock in a hook. */
  readonly now: Date
  /** The screen the call came through; absent for jobs and demo data. */
  readonly screen: ResolvedScreen | null
  /** Members of the request that are not fields of the record, but are known to a hook (declared by `extraInput`). */
  readonly extra: RecordValues
  /** Replaces the success toast (M01, M02, M04) by this text. Several texts are joined. Ignored in jobs. */
  notice(text: string): void
  /**
   * Applies the same step to further records of this entity in this transaction, for records that may only move together. Records that are
   * already part of the run are skipped. If one is refused, all are.
   */
  moveAlso(ids: readonly number[]): Promise<void>
  /** Runs work after commit, e.g. mail or dropping a cache. Never do I/O inside the transaction. */
  afterCommit(work: () => void | Promise<void>): void
}

/** What {@link RecordHooks.prepareQuery} gets. */
export interface QueryContext {
  readonly db: Executor
  readonly actor: Actor
  readonly now: Date
}

/**
 * Types of the entities with a table: the record, the fields that a new record always has, and the inputs of transitions. Empty here on
 * purpose, because the generated types are merged into it (`entities.generated.ts`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the generated types
export interface Entities {}
export type EntityName = keyof Entities

/** The parts from which the hook types of one entity are built. */
interface EntityShape {
  readonly record: object
  /** Fields that a new record always has. */
  readonly filled: PropertyKey
  /** Fields that may be left empty when many records are read at once: attached files, and lists of rows that are not shown. */
  readonly deferred: PropertyKey
  readonly transitions: object
}

/** A stored record of an entity. */
export type RecordOf<Name extends EntityName> = Entities[Name]['record']
/** Some values of a record; absent fields are not changed. */
export type ChangesOf<Name extends EntityName> = Changes<Entities[Name]>
/** A record as part of a list. */
export type RowOf<Name extends EntityName> = Row<Entities[Name]>
/** A new record that passed the rules of its document; fields that were not filled in are null or absent. */
export type NewRecordOf<Name extends EntityName> = NewRecord<Entities[Name]>

type Filled<Shape extends EntityShape> = {
  readonly [Field in Extract<keyof Shape['record'], Shape['filled']>]: NonNullable<Shape['record'][Field]>
}
type Optional<Shape extends EntityShape> = {
  readonly [Field in Exclude<keyof Shape['record'], Shape['filled']>]?: Shape['record'][Field] | null | undefined
}
type Changes<Shape extends EntityShape> = Partial<Filled<Shape>> & Optional<Shape>
type NewRecord<Shape extends EntityShape> = Filled<Shape> & Optional<Shape>

type Row<Shape extends EntityShape> = [Shape['deferred']] extends [never]
  ? Shape['record']
  : Omit<Shape['record'], Shape['deferred']> & {
      readonly [Field in Extract<keyof Shape['record'], Shape['deferred']>]: Shape['record'][Field] | null
    }

/** The hooks of one entity, with the types of its document. */
export type RecordHooks<Name extends EntityName> = HooksOf<Entities[Name]>

/** Hooks as the engine calls them, for any entity. */
export type AnyRecordHooks = HooksOf<{
  record: StoredRecord
  filled: never
  deferred: never
  transitions: Readonly<Record<string, RecordValues>>
}>

/** What a domain module adds to the generic engine for one entity. All hooks run inside the transaction of the call, except where noted. */
interface HooksOf<Shape extends EntityShape> {
  /** Accepted members of the request besides the entity's fields (e.g. `initialPassword`). */
  readonly extraInput?: readonly string[]
  /** Checks and completes validated input. Returns the values to store (numbers, defaults, computed columns). */
  beforeCreate?(context: HookContext, input: NewRecord<Shape>): Promise<Changes<Shape>> | Changes<Shape>
  /** Gets the locked record and only the changed fields. Returns the changes to store. */
  beforeUpdate?(context: HookContext, before: Shape['record'], changes: Changes<Shape>): Promise<Changes<Shape>> | Changes<Shape>
  /** Throws to refuse. Returns 'handled' when the hook has removed the record itself (soft delete). */
  // biome-ignore lint/suspicious/noConfusingVoidType: most hooks return nothing, and an async one then returns Promise<void>
  beforeDelete?(context: HookContext, record: Shape['record']): Promise<void | 'handled'> | void | 'handled'
  afterCreate?(context: HookContext, record: Shape['record']): Promise<void> | void
  afterUpdate?(context: HookContext, before: Shape['record'], after: Shape['record']): Promise<void> | void
  /**
   * Whether a change of `x-approval` fields of this record needs approval. Default: always, except while the record can still be submitted
   * or waits for a decision. Not asked about fields that `beforeUpdate` removes from the changes.
   */
  needsApproval?(record: Shape['record']): boolean
  /**
   * Rewrites the query of a list, its export or its report, e.g. looks up a person by a number that the rows do not have. Runs without a
   * transaction, because it only reads.
   */
  prepareQuery?(context: QueryContext, query: ListQuery): Promise<ListQuery>
  /** Runs before a transaction is open, so that its counts remain when the write is refused. The input is unchecked. */
  beforeWrite?(context: QueryContext, input: RecordValues): Promise<void>
  /** The engine never unmasks records of this entity. A separate call of the area shows the values and asks for a reason. */
  readonly keepsMasks?: true
  /** Effects of transitions by name. They run after permission, state and maker-checker were checked on the locked row. */
  readonly transitions?: {
    readonly [Step in keyof Shape['transitions']]?: TransitionHook<Shape, Shape['transitions'][Step]>
  }
  /** Reads what rows need from elsewhere, once for a page of a list, a file, or a record; before masks and `present`. */
  completeRows?(context: QueryContext, rows: readonly Row<Shape>[]): Promise<readonly Row<Shape>[]>
  /**
   * Actions denied for each row because of the user, or of something outside the row: `edit`, `delete`, and names of transitions and calls
   * of the screen. The buttons are hidden, because they could only fail; the actions still check for themselves. The rows are those of
   * `completeRows`.
   */
  deniedActions?(context: QueryContext, rows: readonly Row<Shape>[]): Promise<readonly (readonly string[])[]>
  /**
   * Warnings about values outside the usual limits, by field, for the person who decides on the record. Shown beside the values until the
   * decision; nothing is refused. For single records only.
   */
  outOfLimits?(context: QueryContext, record: Row<Shape>): Promise<OutOfLimits> | OutOfLimits
  /** Last step before a record is sent: adds or hides values that SQL cannot. */
  present?(context: Pick<HookContext, 'actor' | 'now' | 'screen'> & { readonly place: Place }, record: Row<Shape>): RecordValues
  /**
   * Query that lists, reports and exports read instead of the entity's view, for figures that depend on the filters. It has the same
   * columns as the view. Filters, row scope and order are applied to its rows as usual.
   */
  source?(call: SourceCall): RawBuilder<unknown>
  /**
   * For a view that groups: the rows that it groups, or those of coarser sums, with the same columns. Sums of a dashboard that tell them
   * apart by nothing but these fields add them up at once, instead of grouping twice. The first that has the fields is read.
   */
  readonly parts?: readonly { readonly from: RawBuilder<unknown>; readonly groupedBy: readonly string[] }[]
  /**
   * Finds the ids of a page before reading its rows. For a view whose joins each find one row by its key: a late page then does not join
   * the rows of all earlier pages.
   */
  readonly idsFirst?: true
  /**
   * Computes again what cannot be added up (rates) for the 總計 row of a list and its export, or replaces a sum by a text.
   *
   * @param query the query whose rows are summed
   */
  totals?(sums: Readonly<Record<string, number>>, query: ListQuery): Record<string, number | string>
}

export interface SourceCall {
  readonly actor: Actor
  /** Includes the defaults of required filters. */
  readonly filters: readonly ListFilter[]
  /** Fields with conditions, those of alternatives included. */
  readonly asked: ReadonlySet<string>
}

/**
 * Effect of a transition. Returns further columns to store with the new state, or nothing. It may return the state field, to end in another
 * state.
 */
type TransitionHook<Shape extends EntityShape, Input> = (
  context: HookContext,
  record: Shape['record'],
  input: Input,
) => Promise<Changes<Shape> | undefined> | Changes<Shape> | undefined
