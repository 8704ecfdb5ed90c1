import type { Entity } from '../../language/documents/entity.ts'
import type { ListQuery } from '../../language/listQuery.ts'
import type { PredicateScope } from '../../language/predicate.ts'
import type { Actor } from '../platform/actor.ts'
import type { Executor } from '../platform/database/tables.ts'
import type { RecordCall } from './engine.ts'
import type { AnyRecordHooks } from './hooks.ts'
import type { MaskedLookups } from './maskedLookups.ts'
import { type EntityModel, modelOf } from './model.ts'
import { callScope } from './rowSides.ts'
import { createDocumentStorage } from './storage/documentStorage.ts'
import type { Storage } from './storage/storage.ts'
import { createTableStorage } from './storage/tableStorage.ts'

export interface DictionaryChoice {
  readonly key: string
  readonly value: string
  /** Stored values may have it, new ones may not. */
  readonly ended?: true
}

export interface LargeExports {
  /** Rows up to which an export is sent at once. */
  rowsMax(db: Executor, now: Date): Promise<number>
  /** Has a job write the file that is noted under `fileId`. */
  enqueue(executor: Executor, work: LargeExportWork): Promise<void>
}

/** An export as a job gets it: plain JSON, so that it survives a restart. */
export interface LargeExportWork {
  readonly fileId: number
  readonly uri: string
  readonly query: ListQuery
  /** The asker with the rights of that moment, permissions as a list. */
  readonly actor: Omit<Actor, 'permissions'> & { readonly permissions: readonly string[] }
}

/** What the engine needs from the rest of the server. */
export interface EngineServices {
  /** The entity document in force, or undefined. */
  findEntity(name: string): Entity | undefined
  /** All entity documents in force: what their records name is not removed. Without it only the database's own names are known. */
  entities?(): readonly Entity[]
  /** Options of a dictionary as this actor may see them, or undefined when there is no such dictionary. */
  findOptions(
    name: string,
    args: { db: Executor; actor: Actor; strArg?: string; intArg?: number },
  ): Promise<readonly DictionaryChoice[] | undefined>
  /** Labels of stored keys, whoever reads them; without it histories show the options that the reader is offered. */
  findLabels?(name: string, db: Executor, keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Work after commit that failed: the answer to the caller is good, the failure must be seen. */
  reportFailure(error: unknown): void
  readonly hooks: ReadonlyMap<string, AnyRecordHooks>
  /** Where exports go that are too large to be waited for; without it none is too large. */
  readonly largeExports?: LargeExports
  /** Counts and logs who looks for whole values of masked fields; without it nobody counts (tests of the engine alone). */
  readonly lookups?: MaskedLookups
  /** 32 bytes: seals what is masked in rows that a form gets and sends back. */
  readonly rowKey: Uint8Array
}

/** A call with its entity looked up. */
export interface PreparedCall {
  readonly services: EngineServices
  readonly call: RecordCall
  readonly model: EntityModel
  readonly storage: Storage
  readonly hooks: AnyRecordHooks
  readonly scope: PredicateScope
}

const storages = new WeakMap<EntityModel, Storage>()

/** @throws Error when there is no such entity: names from requests were resolved by the router */
export function prepare(services: EngineServices, call: RecordCall): PreparedCall {
  const entity = services.findEntity(call.entity)
  if (!entity) throw new Error(`there is no entity ${call.entity}`)
  const model = modelOf(entity)
  return { services, call, model, storage: storageOf(model), hooks: services.hooks.get(entity.name) ?? {}, scope: callScope(call) }
}

export function storageOf(model: EntityModel): Storage {
  const known = storages.get(model)
  if (known) return known
  const { table } = model.entity
  const storage = table === undefined ? createDocumentStorage(model) : createTableStorage(model, table)
  storages.set(model, storage)
  return storage
}
