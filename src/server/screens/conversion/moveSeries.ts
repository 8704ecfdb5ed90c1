import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'

/** Automatic numbers go on where they were, so that the number of a removed record is not given again. Both names end with a dot, or none does. */
export async function moveSeries(trx: Trx, { former, name }: { readonly former: string; readonly name: string }): Promise<void> {
  const db = trx.withoutPlugins()
  const isMoved = former.endsWith('.') ? sql`starts_with(series, ${former}::text)` : sql`series = ${former}`
  await sql`
    insert into number_series as known (series, period, last_number)
    select ${name}::text || substr(series, length(${former}::text) + 1), period, last_number from number_series where ${isMoved}
    on conflict (series, period) do update set last_number = greatest(known.last_number, excluded.last_number)
  `.execute(db)
  await sql`delete from number_series where ${isMoved}`.execute(db)
}
