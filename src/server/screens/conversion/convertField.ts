import { sql } from 'kysely'
import { convertValue } from '../../../language/conversion/convertValue.ts'
import { fits } from '../../../language/conversion/shape.ts'
import type { ConvertedField } from '../../../language/conversion/steps.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'

/** One value of a field, with what it was before an earlier conversion; JSON null for none. */
interface StoredValue {
  readonly value: unknown
  /** SQL null: it was never converted. */
  readonly former: unknown
  /** How many records have it. */
  readonly count: number
}

export interface PlannedValue extends StoredValue {
  /** `null`: the field becomes empty. Undefined: nobody can tell, so the document is refused. */
  readonly next: unknown
  /** It comes back as it was. */
  readonly isBack: boolean
}

/** The stored values that do not fit their field, with what becomes of them. */
export async function planConversion(
  db: Executor,
  step: ConvertedField,
  { entity, field: storedAs } = { entity: step.owner, field: step.field },
): Promise<readonly PlannedValue[]> {
  const { rows } = await sql<StoredValue>`
    select coalesce(r.body -> ${storedAs}::text, 'null') as value, f.value as former, count(*)::int as count
    from record_document as r left join record_former_value as f
      on f.record_id = r.id and f.field = ${storedAs} and f.converted = coalesce(r.body -> ${storedAs}::text, 'null')
    where r.entity = ${entity} and (r.body ? ${storedAs} or f.record_id is not null) group by 1, 2 order by 3 desc, 1
  `.execute(db.withoutPlugins())
  return rows.flatMap((stored): readonly PlannedValue[] => {
    if (stored.former !== null && step.isBack && fits(step.property, stored.former))
      return [{ ...stored, next: stored.former, isBack: true }]
    if (stored.value === null || fits(step.property, stored.value)) return []
    const next = convertValue(step.property, step.conversion, stored.value)
    return [{ ...stored, next: next === undefined && step.conversion.otherwise === 'clear' ? null : next, isBack: false }]
  })
}

/** Values in one statement. */
const chunkSize = 1000

/**
 * Gives stored values the type that their field has now, and keeps what they were.
 *
 * @returns number of records
 * @throws Error when a value cannot be converted: `findChangedTypes` has refused such a document before
 */
export async function convertField(trx: Trx, step: ConvertedField): Promise<number> {
  const planned = await planConversion(trx, step)
  const lost = planned.find(({ next }) => next === undefined)
  if (lost) throw new Error(`${step.owner}.${step.field}: ${JSON.stringify(lost.value).slice(0, 40)} cannot be converted`)
  let changed = 0
  for (let start = 0; start < planned.length; start += chunkSize) {
    const chunk = planned.slice(start, start + chunkSize)
    changed += await restoreValues(
      trx,
      step,
      chunk.filter(({ isBack }) => isBack),
    )
    changed += await storeValues(
      trx,
      step,
      chunk.filter(({ isBack }) => !isBack),
    )
  }
  return changed
}

async function restoreValues(trx: Trx, { owner, field }: ConvertedField, values: readonly PlannedValue[]): Promise<number> {
  if (values.length === 0) return 0
  const { rows } = await sql<{ id: string }>`
    with back as (
      update record_document as r set body = r.body || jsonb_build_object(${field}::text, f.value) from record_former_value as f
      where r.entity = ${owner} and f.record_id = r.id and f.field = ${field} and f.converted = coalesce(r.body -> ${field}::text, 'null')
        and f.converted in (select v.value from ${listOf(values)})
      returning r.id
    )
    delete from record_former_value where field = ${field} and record_id in (select id from back) returning record_id::text as id
  `.execute(trx.withoutPlugins())
  return rows.length
}

async function storeValues(trx: Trx, { owner, field }: ConvertedField, values: readonly PlannedValue[]): Promise<number> {
  if (values.length === 0) return 0
  const db = trx.withoutPlugins()
  await sql`
    insert into record_former_value as f (record_id, field, value, converted, kept_at)
    select r.id, ${field}, v.value, v.next, now() from record_document as r join ${listOf(values)} on v.value = r.body -> ${field}::text
    where r.entity = ${owner}
    on conflict (record_id, field) do update set value = excluded.value, converted = excluded.converted, kept_at = excluded.kept_at
  `.execute(db)
  const { numAffectedRows } = await sql`
    update record_document as r
    set body = case when v.next = 'null'::jsonb then r.body - ${field}::text else r.body || jsonb_build_object(${field}::text, v.next) end
    from ${listOf(values)} where r.entity = ${owner} and r.body -> ${field}::text = v.value
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The values as a table `v`, JSON nulls included. */
function listOf(values: readonly PlannedValue[]) {
  const pairs = JSON.stringify(values.map(({ value, next }) => [value, next]))
  return sql`(select pair -> 0 as value, pair -> 1 as next from jsonb_array_elements(${pairs}::jsonb) as t (pair)) as v`
}

/** How long former values are kept: as long as somebody may want a change of documents back. */
const keptDays = 90

export async function tidyFormerValues(db: Executor, now: Date): Promise<void> {
  const since = new Date(now.getTime() - keptDays * 86_400_000)
  await sql`delete from record_former_value where kept_at < ${since}`.execute(db.withoutPlugins())
}
