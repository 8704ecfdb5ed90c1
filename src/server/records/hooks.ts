import type { RawBuilder } from 'kysely'
import type { ListQuery } from '../../language/listQuery.ts'
import type { ListFilter } from '../../language/listQueryFilters.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { OutOfLimits } from '../../rules/outOfLimits.ts'
import type { Actor } from '../platform/actor.ts'
import type { Executor, Trx } from '../platform/database/tables.ts'

/** A record as the API speaks of it: camelCase fields, JSON values, `null` for empty. */
export type RecordValues = Record<string, unknown>
/** A stored record. */
export type StoredRecord = RecordValues & { readonly id: number; readonly rowVersion: number }

/** Where records are sent: rows of a list, a single record, or lines of a file. */
export type Place = 'list' | 'record' | 'file'

export interface HookContext {
  readonly trx: Trx
  readonly actor: Actor
  /** Time of the request; never read the clock in a hook. */
  readonly now: Date
  /** The screen the call came through; absent for jobs and demo data. */
  readonly screen: ResolvedScreen | null
  /** Fields of the request that are not part of the record but that a hook understands (declared by `extraInput`). */
  readonly extra: RecordValues
  /** Replaces the success toast (M01, M02, M04) by this text. Several texts are joined. Ignored in jobs. */
  notice(text: string): void
  /**
   * Moves further records of the same entity by the same step in this transaction, for records that may only move together. Records that
   * are already part of the run are skipped. A refusal of one refuses all.
   */
  moveAlso(ids: readonly number[]): Promise<void>
  /** Runs after commit: mail, cache drops. Never I/O inside the transaction. */
  afterCommit(work: () => void | Promise<void>): void
}

/** What {@link RecordHooks.prepareQuery} knows. */
export interface QueryContext {
  readonly db: Executor
  readonly actor: Actor
  readonly now: Date
}

/**
 * Entities with a table: the record, the fields that a new one always has, and what its transitions ask for. Empty here on purpose: the
 * documents fill it in (`entities.generated.ts`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the generated types
export interface Entities {}
export type EntityName = keyof Entities

/** What the types of hooks are made of, for one entity. */
interface EntityShape {
  readonly record: object
  /** Fields that a new record always has. */
  readonly filled: PropertyKey
  /** Fields that may be left empty where many records are read at once: attached files, and lists of rows that are not shown. */
  readonly deferred: PropertyKey
  readonly transitions: object
}

/** A stored record of an entity. */
export type RecordOf<Name extends EntityName> = Entities[Name]['record']
/** Some values of a record: what is left out stays as it is. */
export type ChangesOf<Name extends EntityName> = Changes<Entities[Name]>
/** A record among many. */
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

/** The hooks of one entity, typed by its document. */
export type RecordHooks<Name extends EntityName> = HooksOf<Entities[Name]>

/** Hooks as the engine runs them, whatever the entity. */
export type AnyRecordHooks = HooksOf<{
  record: StoredRecord
  filled: never
  deferred: never
  transitions: Readonly<Record<string, RecordValues>>
}>

/** What a domain module adds to the generic engine for one entity. All run inside the transaction of the call. */
interface HooksOf<Shape extends EntityShape> {
  /** Field names accepted besides the entity's own (e.g. `initialPassword`). */
  readonly extraInput?: readonly string[]
  /** Checks and completes validated input; returns the values to store (numbers, defaults, computed columns). */
  beforeCreate?(context: HookContext, input: NewRecord<Shape>): Promise<Changes<Shape>> | Changes<Shape>
  /** Receives the locked record and the changed fields only; returns the changes to store. */
  beforeUpdate?(context: HookContext, before: Shape['record'], changes: Changes<Shape>): Promise<Changes<Shape>> | Changes<Shape>
  /** Throws to refuse. Return 'handled' when the hook did it itself (soft delete). */
  // biome-ignore lint/suspicious/noConfusingVoidType: most hooks return nothing, and an async one then returns Promise<void>
  beforeDelete?(context: HookContext, record: Shape['record']): Promise<void | 'handled'> | void | 'handled'
  afterCreate?(context: HookContext, record: Shape['record']): Promise<void> | void
  afterUpdate?(context: HookContext, before: Shape['record'], after: Shape['record']): Promise<void> | void
  /**
   * Whether a change of `x-approval` fields of this record waits for a second person. Left out: always, except while the record
   * can still be submitted or is being decided on. Fields that `beforeUpdate` takes out of the changes are not asked about.
   */
  needsApproval?(record: Shape['record']): boolean
  /**
   * Rewrites what a list, its export or its report is asked for, e.g. finds a person by a number that the rows do not have. Without
   * a transaction: it only reads.
   */
  prepareQuery?(context: QueryContext, query: ListQuery): Promise<ListQuery>
  /**
   * Runs before any transaction is open, so that what it counts stays counted when the write is refused. The input is unchecked, as it was
   * sent.
   */
  beforeWrite?(context: QueryContext, input: RecordValues): Promise<void>
  /** True: the engine never unmasks records of this entity. A separate call of the area shows the values and asks for a reason. */
  readonly keepsMasks?: true
  /** Effects of transitions, by name. They run after permission, state and maker-checker were tested on the locked row. */
  readonly transitions?: {
    readonly [Step in keyof Shape['transitions']]?: TransitionHook<Shape, Shape['transitions'][Step]>
  }
  /** Reads what rows need from elsewhere, once for a page of a list, a file or a record; before masks and `present`. */
  completeRows?(context: QueryContext, rows: readonly Row<Shape>[]): Promise<readonly Row<Shape>[]>
  /**
   * Actions that are refused for each row because of who this person is, or of what stands in their way elsewhere (`edit`, `delete`,
   * transitions and calls of the screen by their names), so that no button is shown that can only fail. The refusal itself stays where it
   * is. The rows are those of `completeRows`.
   */
  deniedActions?(context: QueryContext, rows: readonly Row<Shape>[]): Promise<readonly (readonly string[])[]>
  /**
   * Warnings for whoever decides on the record, by field: values outside the usual limits. Shown beside the values until the decision;
   * nothing is refused. For single records only.
   */
  outOfLimits?(context: QueryContext, record: Row<Shape>): Promise<OutOfLimits> | OutOfLimits
  /** Last step before a record leaves the server: adds or hides values that SQL cannot. */
  present?(context: Pick<HookContext, 'actor' | 'now' | 'screen'> & { readonly place: Place }, record: Row<Shape>): RecordValues
  /**
   * What lists, reports and exports read in place of the entity's view: a query with the same columns, for figures that depend on the
   * filters themselves. The filters, the row scope and the order are applied to its rows as always.
   */
  source?(call: SourceCall): RawBuilder<unknown>
  /**
   * The ids of a page are found before its rows are read: for a view whose joins find one row each by its key, so that the thousandth page
   * does not join the rows of all pages before it.
   */
  readonly idsFirst?: true
  /**
   * Computes anew what cannot be summed (rates) in the 總計 row of a list and its export, or says in words what a sum means.
   *
   * @param query what the sums run over
   */
  totals?(sums: Readonly<Record<string, number>>, query: ListQuery): Record<string, number | string>
}

export interface SourceCall {
  readonly actor: Actor
  /** With the defaults of required filters. */
  readonly filters: readonly ListFilter[]
}

/** Returns further columns to write together with the state (the state's own field too, to end in another state), or nothing. */
type TransitionHook<Shape extends EntityShape, Input> = (
  context: HookContext,
  record: Shape['record'],
  input: Input,
) => Promise<Changes<Shape> | undefined> | Changes<Shape> | undefined
