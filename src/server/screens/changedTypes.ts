import { sql } from 'kysely'
import type { Catalog } from '../../language/catalog/catalog.ts'
import type { Rename } from '../../language/conversion/rename.ts'
import { fits, hasSameShape, withChoicesOf } from '../../language/conversion/shape.ts'
import { type ConversionStep, type ConvertedField, conversionSteps } from '../../language/conversion/steps.ts'
import type { Entity, Property } from '../../language/documents/entity.ts'
import type { Diagnostic } from '../../language/findings/diagnostic.ts'
import { locate } from '../../language/findings/source.ts'
import type { Executor } from '../platform/database/tables.ts'
import { planConversion } from './conversion/convertField.ts'

/**
 * Finds fields whose type or choices an edit changed although stored records have values that no longer fit, and that the document does not
 * convert: lists would not show them, a text that became a date could not even be read, and the records could not be saved. The entity
 * counts as broken, so that its last good version stays in use. Only entities without a table; a table is compared by `checkAgainstDatabase`.
 *
 * @param before the catalog in use
 * @param known  renames that were carried out
 */
export async function findChangedTypes(
  db: Executor,
  before: Catalog,
  after: Catalog,
  known: readonly Rename[],
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = []
  const steps = conversionSteps(before, after, known)
  for (const [path, file] of after.files) {
    const former = steps.find((one) => one.kind === 'entity' && one.name === file.name)
    const stored = former?.kind === 'entity' ? former.former : file.name
    const [old, entity] = file.kind === 'entity' ? [before.entities.get(stored), after.entities.get(file.name)] : []
    if (!old || !entity || old === entity || old.table !== undefined || entity.table !== undefined) continue
    for (const one of changedProperties(old, entity, steps)) {
      const changed = { ...one, property: withChoicesOf(one.property, after.dictionaries) }
      const unfit = await findUnfit(db, stored, changed)
      if (unfit === null) continue
      const message = messageOf(changed, unfit)
      found.push(locate({ path, text: file.text }, { place: ['properties', changed.name], code: 'stored-values-differ', message }))
    }
  }
  return found
}

interface ChangedProperty {
  readonly name: string
  /** The name under which its values are stored until the document takes effect. */
  readonly former: string
  readonly property: Property
  readonly was: Property
  readonly step: ConvertedField | undefined
}

function changedProperties(before: Entity, after: Entity, steps: readonly ConversionStep[]): readonly ChangedProperty[] {
  const own = steps.filter(({ owner }) => owner === after.name)
  return Object.entries(after.properties).flatMap(([name, property]): readonly ChangedProperty[] => {
    const rename = own.find((one) => one.kind === 'field' && one.name === name)
    const former = rename?.kind === 'field' ? rename.former : name
    const was = before.properties[former]
    const step = own.find((one) => one.kind === 'convert' && one.field === name)
    if (!was || (step === undefined && hasSameShape(was, property))) return []
    return [{ name, former, property, was, step: step?.kind === 'convert' ? step : undefined }]
  })
}

interface Unfit {
  /** How many records. */
  readonly count: number
  /** The value of one of them. */
  readonly example: unknown
}

/** @param entity under which its records are stored until the document takes effect */
async function findUnfit(db: Executor, entity: string, { former, property, step }: ChangedProperty): Promise<Unfit | null> {
  const stored = step ? await planConversion(db, step, { entity, field: former }) : await storedValues(db, entity, former)
  const unfit = stored.filter((one) => ('next' in one ? one.next === undefined : one.value !== null && !fits(property, one.value)))
  const [first] = unfit
  return first ? { count: unfit.reduce((sum, { count }) => sum + count, 0), example: first.value } : null
}

interface StoredValue {
  readonly value: unknown
  readonly count: number
}

async function storedValues(db: Executor, entity: string, name: string): Promise<readonly StoredValue[]> {
  const { rows } = await sql<StoredValue>`
    select body -> ${name}::text as value, count(*)::int as count from record_document
    where entity = ${entity} and body -> ${name}::text is not null group by 1 order by 2 desc, 1`.execute(db.withoutPlugins())
  return rows
}

const typeTitles = {
  ...{ string: '文字', integer: '整數', number: '數字', boolean: '是否', array: '清單', object: '物件' },
} as const satisfies Record<Property['type'], string>

function titleOf({ type, format }: Property): string {
  if (format === 'date') return '日期'
  return format === 'date-time' ? '日期時間' : typeTitles[type]
}

function messageOf({ name, property, was, step }: ChangedProperty, { count, example }: Unfit): string {
  const field = `欄位「${property.title ?? name}」（${name}）`
  const change = titleOf(was) === titleOf(property) ? '的內容規則改了' : `由${titleOf(was)}改為${titleOf(property)}`
  const shown = typeof example === 'string' ? example : JSON.stringify(example)
  const isConverting = step !== undefined && !step.isBack
  const way = isConverting
    ? '請在 convert.values 指名它們轉成什麼，或寫 otherwise: "clear" 清空'
    : '請改回，或以 convert 轉換，或先改掉這些資料'
  const problem = isConverting ? '無法轉換' : '不合'
  return `${field}${change}，但已存的 ${count} 筆資料${problem}（例如「${shown.slice(0, 40)}」）；${way}`
}
