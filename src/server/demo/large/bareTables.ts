import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'

/** A pair of statements: one removes an object of the schema, the other restores it. */
interface Part {
  readonly remove: string
  readonly restore: string
}

/** Memory to sort the rows of an index in, until the transaction ends: an index over millions of rows is written to disk twice otherwise. */
const sortMemoryKb = 256 * 1024

/**
 * Runs `load` while the tables have no foreign keys, no INSERT triggers and no indexes except the keys named; then restores all of them
 * with their names and definitions. Building an index once costs a fraction of maintaining it row by row. It also checks every row: if keys
 * or foreign keys do not hold, the transaction fails. What the triggers check has to be checked by the caller.
 *
 * Everything happens in one transaction, so the schema is the same before and after, even on error.
 *
 * @param keptKeys names of primary keys and unique constraints that `load` needs, or that other tables refer to
 */
export async function withBareTables<T>(
  trx: Trx,
  tables: readonly string[],
  keptKeys: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  const parts = await partsOf(trx, tables, keptKeys)
  for (const part of parts) await sql.raw(part.remove).execute(trx)
  const result = await load()
  await sql`
    select set_config('maintenance_work_mem', greatest(setting::bigint, ${sortMemoryKb}::bigint) || unit, true)
    from pg_settings where name = 'maintenance_work_mem'`.execute(trx)
  // Restores in reverse order, because foreign keys need the keys that they refer to.
  for (const part of [...parts].reverse()) await sql.raw(part.restore).execute(trx)
  return result
}

async function partsOf(trx: Trx, tables: readonly string[], keptKeys: readonly string[]): Promise<readonly Part[]> {
  const { rows } = await sql<Part>`
    with bare as (select unnest(${tables}::text[])::regclass as id), part as (
      select 1 as place, t.tgname as name, format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as remove,
        format('alter table %s enable %s trigger %I', t.tgrelid::regclass, case t.tgenabled when 'A' then 'always' else '' end, t.tgname) as restore
      -- tgtype: 4 = INSERT.
      from pg_trigger t where t.tgrelid in (select id from bare) and not t.tgisinternal and (t.tgtype & 4) > 0 and t.tgenabled in ('O', 'A')
      union all
      select case c.contype when 'f' then 2 else 4 end, c.conname, format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
        format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c
      where c.conrelid in (select id from bare) and c.contype in ('f', 'p', 'u') and c.conname <> all (${keptKeys}::text[])
      union all
      select 3, i.indexrelid::regclass::text, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from pg_index i
      where i.indrelid in (select id from bare) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
    )
    select remove, restore from part order by place, name`.execute(trx)
  return rows
}
