import { sql } from 'kysely'
import type { Entity } from '../../language/documents/entity.ts'
import { referencesOf } from '../../language/entity/references.ts'
import { formulasOf, hasFormulas } from '../../language/formula/recordFormulas.ts'
import { contentHash } from '../../language/resolve/contentHash.ts'
import { userActionType } from '../../rules/codes.generated.ts'
import { systemActor } from '../platform/actor.ts'
import { writeUserAction } from '../platform/audit.ts'
import type { Database, Trx } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import type { StoredRecord } from './hooks.ts'
import { modelOf } from './model.ts'
import { storageOf } from './services.ts'
import { claimFreeValues, uniqueCombinations } from './storage/documentUnique.ts'
import { staleResults } from './storage/formulaStorage.ts'
import { noteNamed, placeOf } from './storage/namedRecords.ts'

interface Visit {
  readonly formulas: string
  readonly lastId: number
  readonly changed: number
  readonly startedAt: Date
  readonly visitedAt: Date | null
  readonly finishedAt: Date | null
}

/** Records per transaction: some milliseconds of locks, and often enough a look at the abort signal. */
const pageSize = 200
/** Until every process has taken up a changed document, one may still store results of the former formulas. */
const graceMs = 60_000

const hashes = new WeakMap<Entity, string | null>()

/**
 * Changes with the formulas of an entity, and with what is unique in its JSON records, names others, or is the state in which they begin; null
 * when it has nothing that the engine stores beside the fields themselves.
 */
export function resultsHash(entity: Entity): string | null {
  const known = hashes.get(entity)
  if (known !== undefined) return known
  const hash = calculateHash(entity)
  hashes.set(entity, hash)
  return hash
}

function calculateHash(entity: Entity): string | null {
  const { readonly, table, properties } = entity
  const unique = table === undefined ? uniqueCombinations(modelOf(entity)) : []
  const named = referencesOf(properties).map((one) => [placeOf(one), one.reference.entity])
  const states = firstStates(entity)
  const isPlain = unique.length === 0 && named.length === 0 && Object.keys(states).length === 0
  if (readonly === true || (isPlain && !hasFormulas(formulasOf(properties)))) return null
  return contentHash([formulasOf(properties), unique, named, states])
}

/** The states in which JSON records begin, by field. A record that was stored before it had states could never leave none. */
function firstStates({ table, transitions = {}, properties }: Entity): Readonly<Record<string, unknown>> {
  if (table !== undefined) return {}
  const fields = new Set(Object.values(transitions).map(({ field }) => field))
  return Object.fromEntries(
    [...fields].flatMap((field) => {
      const first = Object.hasOwn(properties, field) ? properties[field]?.default : undefined
      return first === undefined ? [] : [[field, first]]
    }),
  )
}

/**
 * Calculates the results of formulas again where records were stored before the formulas were as they are, so that lists filter, sort and
 * total stored values only. Notes values that are unique, or name others, since, so that records are found by them, and gives records without
 * a state the first one. A record keeps its version and whoever changed it last, because nobody did. Continues where it was stopped.
 *
 * @returns number of records changed; null when there was nothing to visit
 */
export async function refreshStoredResults(
  db: Database,
  entities: Iterable<Entity>,
  now: Date,
  signal: AbortSignal,
): Promise<{ changed: number } | null> {
  let changed = 0
  let isNew = false
  const finished = await readFinished(db)
  for (const entity of entities) {
    const hash = resultsHash(entity)
    if (hash === null || finished.get(entity.name) === hash) continue
    for (let more = true; more && !signal.aborted; ) {
      const page = await transact(db, (trx) => visitPage(trx, entity, hash, now))
      more = page !== null
      isNew ||= page !== null
      changed += page ?? 0
    }
  }
  return isNew ? { changed } : null
}

/** Formulas by entity that need no further visit: a look without a lock, because nearly always nothing is left to do. */
async function readFinished(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ entity: string; formulas: string }>`
    select entity, formulas from formula_results where finished_at is not null
  `.execute(db.withoutPlugins())
  return new Map(rows.map(({ entity, formulas }) => [entity, formulas]))
}

/** @returns number of records changed; null when the entity needs no visit now */
async function visitPage(trx: Trx, entity: Entity, hash: string, now: Date): Promise<number | null> {
  const visit = await lockVisit(trx, entity.name, hash, now)
  const isAgain = visit.visitedAt !== null
  if (visit.finishedAt !== null || (visit.visitedAt && now.getTime() - visit.visitedAt.getTime() < graceMs)) return null
  const since = new Date(visit.startedAt.getTime() - graceMs)
  const ids = await pageOfIds(trx, entity, visit.lastId, isAgain ? since : null)
  const count = await refresh(trx, entity, ids)
  const isLast = ids.length < pageSize
  const changed = visit.changed + count
  await sql`update formula_results set changed = ${changed}, last_id = ${isLast ? 0 : (ids.at(-1) ?? 0)},
      visited_at = ${isLast && !isAgain ? now : visit.visitedAt}, finished_at = ${isLast && isAgain ? now : null}
    where entity = ${entity.name}`.execute(trx.withoutPlugins())
  if (isLast && !isAgain && changed > 0) {
    const action = `依文件補算 ${entity.title} ${changed} 筆`
    await writeUserAction(trx, { actor: systemActor, userActionType: userActionType.other, action, entity: entity.name })
  }
  return count
}

/** Only one process visits an entity at a time. */
async function lockVisit(trx: Trx, entity: string, hash: string, now: Date): Promise<Visit> {
  const { rows } = await sql<Visit>`
    insert into formula_results as known (entity, formulas, started_at) values (${entity}, ${hash}, ${now})
    on conflict (entity) do update set
      formulas = excluded.formulas,
      last_id = case when known.formulas = excluded.formulas then known.last_id else 0 end,
      changed = case when known.formulas = excluded.formulas then known.changed else 0 end,
      started_at = case when known.formulas = excluded.formulas then known.started_at else excluded.started_at end,
      visited_at = case when known.formulas = excluded.formulas then known.visited_at end,
      finished_at = case when known.formulas = excluded.formulas then known.finished_at end
    returning formulas, last_id as "lastId", changed, started_at as "startedAt", visited_at as "visitedAt", finished_at as "finishedAt"
  `.execute(trx.withoutPlugins())
  const [visit] = rows
  if (!visit) throw new Error('formula_results was not written')
  return visit
}

async function pageOfIds(trx: Trx, entity: Entity, afterId: number, since: Date | null): Promise<readonly number[]> {
  const { source } = storageOf(modelOf(entity))
  const isRecent = since === null ? sql`true` : sql`r.updated_at >= ${since}`
  const { rows } = await sql<{ id: number }>`
    select r.id from ${source.from} where ${source.condition} and r.id > ${afterId} and ${isRecent} order by r.id limit ${pageSize}
  `.execute(trx.withoutPlugins())
  return rows.map(({ id }) => id)
}

async function refresh(trx: Trx, entity: Entity, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const model = modelOf(entity)
  const storage = storageOf(model)
  await storage.lock(trx, ids)
  const { rows } = await sql`
    select ${storage.source.columns} from ${storage.source.from} where ${storage.source.condition} and r.id = any(${ids}::bigint[])
  `.execute(trx.withoutPlugins())
  const records = rows.map((row): StoredRecord => storage.read(row))
  if (entity.table === undefined) await claimFreeValues(trx, model, records)
  if (referencesOf(entity.properties).length > 0) await noteNamed(trx, model, records)
  const states = firstStates(entity)
  let count = 0
  for (const record of records) {
    const stale = { ...staleResults(model, record), ...missingOf(record, states) }
    if (Object.keys(stale).length === 0) continue
    await storage.fill(trx, record.id, stale)
    count += 1
  }
  return count
}

function missingOf(record: StoredRecord, states: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(states).filter(([field]) => record[field] === null || record[field] === undefined))
}
