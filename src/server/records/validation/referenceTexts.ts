import { sql } from 'kysely'
import type { Reference } from '../../../language/documents/relations.ts'
import { type ReferenceField, referencesInForms, referencesOf } from '../../../language/entity/references.ts'
import type { PredicateScope } from '../../../language/predicate/predicate.ts'
import type { FieldTexts } from '../../../language/record/validateRecord.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { RecordValues } from '../hooks.ts'
import type { EntityModel } from '../model.ts'
import { conditionSql } from '../predicates/rowSides.ts'
import { isSame } from '../sameValue.ts'
import { type NamedRecord, namedBy } from '../storage/namedRecords.ts'
import { type FindStorage, findByKeys, ofSameMerchant } from '../storage/recordKeys.ts'
import type { Storage } from '../storage/storage.ts'

interface ReferenceTextsInput {
  /** The whole record, as it is to be stored. */
  readonly record: RecordValues
  /** The stored record. What it named before need not be found again. */
  readonly before?: RecordValues | undefined
  readonly find: FindStorage
  /** Keeps the named records from being removed until the transaction ends. */
  readonly lock: boolean
}

/**
 * Checks that the records which a record names exist, may be chosen, and belong to the same merchant. One that does not belong to it gets
 * the same text as one that does not exist.
 */
export async function referenceTexts(db: Executor, model: EntityModel, input: ReferenceTextsInput): Promise<FieldTexts> {
  const texts: Record<string, string> = {}
  const { scope } = model.entity
  const merchant = scope === undefined ? null : (input.record[scope] ?? null)
  const isMoved = scope !== undefined && input.before !== undefined && !isSame(input.before[scope], merchant)
  // A record in a row locks what it names when it is stored itself.
  const references = input.lock ? referencesOf : referencesInForms
  for (const one of references(model.entity.properties)) {
    const known = new Set(isMoved ? [] : namedBy(one, input.before ?? {}).map(({ key }) => key))
    const named = namedBy(one, input.record).filter(({ key }) => !known.has(key))
    if (named.length > 0)
      Object.assign(texts, await textsOf(db, { one, named, merchant: scope === undefined ? undefined : merchant }, input))
  }
  return texts
}

interface NamedByField {
  readonly one: ReferenceField
  readonly named: readonly NamedRecord[]
  /** Company of the record; undefined when it belongs to nobody in particular. */
  readonly merchant: unknown
}

async function textsOf(db: Executor, { one, named, merchant }: NamedByField, input: ReferenceTextsInput): Promise<FieldTexts> {
  const { field, property, reference } = one
  const title = property.title ?? field
  const other = input.find(reference.entity)
  const keys = [...new Set(named.map(({ key }) => key))]
  const found = other === undefined ? [] : await findByKeys(db, other, keys)
  const kept = input.lock && other ? await other.share(db as Trx, sortedIds(found)) : undefined
  const ids = found.map(({ id }) => id).filter((id) => kept?.has(id) !== false)
  const fit = other === undefined || ids.length === 0 ? undefined : await judge(db, other, ids, { reference, merchant })
  const idOf = new Map(found.map(({ id, key }) => [key, id]))
  return Object.fromEntries(
    named.flatMap(({ path, key }): readonly (readonly [string, string])[] => {
      const verdict = fit?.get(idOf.get(key) ?? 0)
      if (verdict?.isOwn !== true) return [[path, `${title}「${key}」不存在，請重新挑選`]]
      return verdict.isFit ? [] : [[path, `${title}「${key}」不可選用，請改選其他資料`]]
    }),
  )
}

function sortedIds(found: readonly { readonly id: number }[]): readonly number[] {
  return found.map(({ id }) => id).sort((left, right) => left - right)
}

/** The condition of a reference is about the other record alone. */
const noScope: PredicateScope = {}

interface Verdict {
  readonly isOwn: boolean
  readonly isFit: boolean
}

async function judge(
  db: Executor,
  other: Storage,
  ids: readonly number[],
  { reference: { filter }, merchant }: { readonly reference: Reference; readonly merchant: unknown },
): Promise<ReadonlyMap<number, Verdict>> {
  const { source } = other
  const isOwn = ofSameMerchant(other, merchant === undefined ? undefined : sql`${merchant}`)
  const isFit = filter === undefined ? sql`true` : sql`coalesce(${conditionSql(other, filter, noScope)}, false)`
  const { rows } = await sql<Verdict & { readonly id: number }>`
    select r.id, ${isOwn} as "isOwn", ${isFit} as "isFit" from ${source.from} where ${source.condition} and r.id = any(${ids}::bigint[])
  `.execute(db.withoutPlugins())
  return new Map(rows.map((row) => [row.id, row]))
}
