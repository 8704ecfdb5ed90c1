import { type RawBuilder, sql } from 'kysely'
import type { Catalog } from '../../language/catalog/catalog.ts'
import type { Rename } from '../../language/conversion/rename.ts'
import { type ConversionStep, conversionSteps, membersOf } from '../../language/conversion/steps.ts'
import type { Entity, Property } from '../../language/documents/entity.ts'
import { dictionaryOf } from '../../language/entity/property.ts'
import type { Diagnostic } from '../../language/findings/diagnostic.ts'
import { locate } from '../../language/findings/source.ts'
import type { Executor } from '../platform/database/tables.ts'
import { type FieldModel, modelOf } from '../records/model.ts'
import { storageOf } from '../records/services.ts'

/**
 * Finds options that an edit removed from a dictionary although stored records have them: such records would show a bare code and could not
 * be saved. The dictionary counts as broken, so that its last good version stays in use.
 *
 * @param before the catalog in use
 * @param known  renames that were carried out
 */
export async function findRemovedOptions(
  db: Executor,
  before: Catalog,
  after: Catalog,
  known: readonly Rename[],
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = []
  const steps = conversionSteps(before, after, known)
  for (const [path, file] of after.files) {
    if (file.kind !== 'dictionary') continue
    const kept = new Set(after.dictionaries.get(file.name)?.options.map((option) => option.key))
    const removed = (before.dictionaries.get(file.name)?.options ?? []).filter((option) => !kept.has(option.key))
    const renamed = new Set(steps.flatMap((one) => (one.kind === 'option' && one.owner === file.name ? [one.former] : [])))
    for (const { key, value } of removed) {
      // Values of JSON records move along with the option; those in tables belong to code.
      const use = await findUse(db, { dictionary: file.name, key, before, after, steps, onlyTables: renamed.has(key) })
      if (use === null) continue
      const message = `代碼「${key}」（${value}）還有 ${use.count} 筆${use.entity.title}（${use.field.title}）使用，不能移除；請先改掉這些資料`
      found.push(locate({ path, text: file.text }, { place: ['options'], code: 'option-in-use', message }))
    }
  }
  return found
}

interface OptionUse {
  readonly entity: Entity
  readonly field: FieldModel
  readonly count: number
}

interface FindUseInput {
  readonly dictionary: string
  readonly key: string
  readonly before: Catalog
  readonly after: Catalog
  readonly steps: readonly ConversionStep[]
  readonly onlyTables: boolean
}

/** The first field whose records have the option, among the entities in use: in their new version, or the last good one. */
async function findUse(db: Executor, { dictionary, key, before, after, steps, onlyTables }: FindUseInput): Promise<OptionUse | null> {
  const renamed = new Set(steps.flatMap((step) => (step.kind === 'entity' ? [step.former] : [])))
  for (const [path, { kind, name }] of before.files) {
    const isKept = after.files.has(path) || after.broken.has(path) || renamed.has(name)
    const entity = kind === 'entity' && isKept ? before.entities.get(name) : undefined
    if (entity === undefined || (onlyTables && entity.table === undefined)) continue
    for (const field of modelOf(entity).fields.values()) {
      for (const part of partsWith(field.property, dictionary)) {
        const count = await countUses(db, entity, { field, part }, key)
        if (count > 0) return { entity, field, count }
      }
    }
  }
  return null
}

/** Where a field has options of a dictionary: null for its own value, and the names of columns of its rows. */
function partsWith(property: Property, dictionary: string): readonly (string | null)[] {
  const own = dictionaryOf(property)?.name === dictionary ? [null] : []
  const members = property.items === undefined ? {} : membersOf(property)
  const columns = Object.entries(members).filter(([, column]) => dictionaryOf(column)?.name === dictionary)
  return [...own, ...columns.map(([name]) => name)]
}

async function countUses(
  db: Executor,
  entity: Entity,
  { field, part }: { readonly field: FieldModel; readonly part: string | null },
  key: string,
): Promise<number> {
  const storage = storageOf(modelOf(entity))
  const value = storage.expression(field)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${storage.source.from} where ${storage.source.condition} and ${holds(field, value, { part, key })}
  `.execute(db.withoutPlugins())
  return rows[0]?.count ?? 0
}

function holds(field: FieldModel, value: RawBuilder<unknown>, { part, key }: { readonly part: string | null; readonly key: string }) {
  if (field.kind !== 'json') return sql`${value}::text = ${key}`
  if (part === null) return sql`${value} @> ${JSON.stringify([key])}::jsonb`
  const [one, several] = [JSON.stringify([{ [part]: key }]), JSON.stringify([{ [part]: [key] }])]
  return sql`(${value} @> ${one}::jsonb or ${value} @> ${several}::jsonb)`
}
