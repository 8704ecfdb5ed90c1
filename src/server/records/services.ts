import type { Entity } from '../../language/documents/entity.ts'
import type { PredicateScope } from '../../language/predicate/predicate.ts'
import type { ListQuery } from '../../language/query/listQuery.ts'
import type { PlainOption } from '../../rules/dictionaryOptions.ts'
import type { Actor } from '../platform/actor.ts'
import type { Executor, Trx } from '../platform/database/tables.ts'
import type { RecordCall } from './engine.ts'
import type { LogLine } from './history/logLine.ts'
import type { AnyRecordHooks, RecordValues, StoredRecord } from './hooks.ts'
import type { MaskedLookups } from './masks/maskedLookups.ts'
import { type EntityModel, modelOf } from './model.ts'
import type { NoticeServices } from './notices/noticeServices.ts'
import { callScope } from './predicates/rowSides.ts'
import { createDocumentStorage } from './storage/documentStorage.ts'
import { withFormulaResults } from './storage/formulaStorage.ts'
import type { FindStorage } from './storage/recordKeys.ts'
import type { Stamp, Storage } from './storage/storage.ts'
import { createTableStorage } from './storage/tableStorage.ts'
import { withReferences } from './validation/referenceStorage.ts'

export interface LargeExports {
  /** Most rows of an export that is sent directly. */
  rowsMax(db: Executor, now: Date): Promise<number>
  /** Enqueues the job that writes the file with the id `fileId`. */
  enqueue(executor: Executor, work: LargeExportWork): Promise<void>
}

/** An export for a job, as plain JSON, so that it survives a restart. */
export interface LargeExportWork {
  readonly fileId: number
  readonly uri: string
  readonly query: ListQuery
  /** The user. Servers of the version before take the rights, those of the request; others look for those of the user anew. */
  readonly actor: Omit<Actor, 'permissions'> & { readonly permissions: readonly string[] }
}

/** What forms that are still open, histories, and changes of then call by another name than documents do now. */
export interface RenamedParts {
  /** The name that a field has now which was called `name` before. */
  currentName(entity: Entity, name: string): string
  /** The names that fields of an entity had before, with those that they have now. */
  formerNames(entity: Entity): Readonly<Record<string, string>>
  /** The same for the columns of the rows of a field. */
  formerColumns(entity: Entity, field: string): Readonly<Record<string, string>>
  /** The key that an option of a dictionary has now. */
  currentOption(dictionary: string, key: string): string
  /** The name of an entity, and those that it had before. */
  entityNames(name: string): readonly string[]
}

/** What the engine needs from the rest of the server. */
export interface EngineServices {
  /** The entity document in force, or undefined. */
  findEntity(name: string): Entity | undefined
  /**
   * All current entity documents, to find what refers to a record before it is removed. Without it, only references in the database itself
   * are found.
   */
  entities?(): readonly Entity[]
  /** What was called otherwise before documents renamed it; without it, nothing was. */
  readonly renamed?: RenamedParts
  /** Options of a dictionary as this actor may see them; undefined when the dictionary does not exist. */
  findOptions(
    name: string,
    args: { db: Executor; actor: Actor; strArg?: string; intArg?: number },
  ): Promise<readonly PlainOption[] | undefined>
  /** Keys of a dictionary that is a document, in its order; undefined for those of code. Without it, reports are in the order of the keys. */
  fixedKeys?(name: string): readonly string[] | undefined
  /** Labels of stored keys, also of those that this reader is not offered. Without it, histories use the options offered to the reader. */
  findLabels?(name: string, db: Executor, keys: readonly string[], reader: Actor): Promise<ReadonlyMap<string, string>>
  /** Reports a failure of work after a commit: the call has succeeded, but the failure must be noticed. */
  reportFailure(error: unknown): void
  readonly hooks: ReadonlyMap<string, AnyRecordHooks>
  readonly writes: RecordWrites
  /** Runs exports that are too large to wait for. Without it, every export is sent directly. */
  readonly largeExports?: LargeExports
  /** Counts and logs searches for complete values of masked fields. Without it they are not counted (tests of the engine alone). */
  readonly lookups?: MaskedLookups
  /** Tells people what documents say (`notify`). Without it nobody is told (tests of the engine alone). */
  readonly notices?: NoticeServices
  /** Key of 32 bytes that seals the masked values in rows sent to a form. */
  readonly rowKey: Uint8Array
}

/** A call together with its entity. */
export interface PreparedCall {
  readonly services: EngineServices
  readonly call: RecordCall
  readonly model: EntityModel
  readonly storage: Storage
  readonly hooks: AnyRecordHooks
  readonly scope: PredicateScope
}

export type AfterCommitWork = () => void | Promise<void>

/** A write in progress: the call, its transaction, and work for after the commit. */
export interface OpenWrite {
  readonly prepared: PreparedCall
  readonly trx: Trx
  readonly stamp: Stamp
  readonly afterCommit: (work: AfterCommitWork) => void
  readonly notice: (text: string) => void
  /** Rows that the transaction has locked already: a write of many records locks them at once. */
  readonly locked?: ReadonlySet<number>
  /** Records that were moved in this transaction, or are about to be: together with another record, or earlier in a selection. */
  readonly moved?: Set<number>
  /** The record is written as a row of its master, whose form decides whether it may be. */
  readonly isOfMaster?: true
  /**
   * Collects the log lines of the write, which are written together at its end. Each statement with log lines changes the row of an audit
   * chain, and every further version of one row within a transaction makes the next change slower: 5,000 single ones took minutes.
   */
  readonly log: LogLine[]
}

/** The writes of single records in an open transaction, which rows need that are records of their own. */
export interface RecordWrites {
  create(open: OpenWrite, body: RecordValues, event: { readonly action: string; readonly label: string }): Promise<StoredRecord>
  /** Without `rowVersion` there is no version check, as for {@link remove}. */
  update(open: OpenWrite, id: number, rowVersion: number | undefined, body: RecordValues): Promise<StoredRecord>
  remove(open: OpenWrite, id: number, rowVersion: number | undefined): Promise<void>
}

const storages = new WeakMap<EntityModel, Storage>()

/** @throws Error when the entity does not exist, because names of requests were resolved by the router before */
export function prepare(services: EngineServices, call: RecordCall): PreparedCall {
  const entity = services.findEntity(call.entity)
  if (!entity) throw new Error(`there is no entity ${call.entity}`)
  const model = modelOf(entity)
  const storage = withReferences(storageOf(model), findStorage(services))
  return { services, call, model, storage, hooks: services.hooks.get(entity.name) ?? {}, scope: callScope(call) }
}

export function findStorage(services: EngineServices): FindStorage {
  return (name) => {
    const entity = services.findEntity(name)
    return entity && storageOf(modelOf(entity))
  }
}

/** The storage of an entity's own fields. It knows nothing of the records that they name. */
export function storageOf(model: EntityModel): Storage {
  const known = storages.get(model)
  if (known) return known
  const { table } = model.entity
  const storage = withFormulaResults(table === undefined ? createDocumentStorage(model) : createTableStorage(model, table), model)
  storages.set(model, storage)
  return storage
}
