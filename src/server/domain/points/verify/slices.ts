import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'

/** One part of the ledger: values from `from`, below `below`; null = open end. */
export interface Slice {
  readonly from: number | string | null
  readonly below: number | string | null
}

/** By which column of point_transaction a check can be cut into parts that know nothing of each other. */
export type SliceColumn = 'id' | 'businessDate'

export type Slices = Readonly<Record<SliceColumn, readonly Slice[]>>

const whole: readonly Slice[] = [{ from: null, below: null }]
/**
 * Each part reads whole tables for what it joins, and looks up where its chains go on from another part: more would cost more than they
 * spread. Two keep two processors busy to the end, the other checks some more.
 */
const sliceCount = 2
/** Share of the pages that are looked at to find the borders, in percent, and how many rows make it worth while. */
const sharePercent = 2
const sampleMin = 1000

/** True for rows whose `column` lies in the slice. */
export function within(column: RawBuilder<unknown>, { from, below }: Slice): RawBuilder<unknown> {
  const tests = [
    ...(from === null ? [] : [sql`${column} >= ${sql.lit(from)}`]),
    ...(below === null ? [] : [sql`${column} < ${sql.lit(below)}`]),
  ]
  return tests.length === 0 ? sql`true` : sql.join(tests, sql` and `)
}

/** Cuts the ledger into parts of about the same size; a small one stays whole. */
export async function sliceLedger(db: Executor): Promise<Slices> {
  const shares = Array.from({ length: sliceCount - 1 }, (_, index) => (index + 1) / sliceCount)
  const { rows } = await sql<{ count: number; ids: readonly number[]; dates: readonly string[] }>`
    select count(*)::int as count, percentile_disc(${shares}::float8[]) within group (order by id) as ids,
      (percentile_disc(${shares}::float8[]) within group (order by business_date))::text[] as dates
    from point_transaction tablesample system (${sql.lit(sharePercent)})`.execute(db)
  const sample = rows[0]
  if (!sample || sample.count < sampleMin) return { id: whole, businessDate: whole }
  return { id: between(sample.ids.map(Number)), businessDate: between(sample.dates) }
}

/** The parts between borders, which may repeat; the first and the last are open. */
export function between(borders: readonly (number | string)[]): readonly Slice[] {
  const distinct = [...new Set(borders)]
  return [null, ...distinct].map((from, index) => ({ from, below: distinct[index] ?? null }))
}
