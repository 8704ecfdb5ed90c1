import { sql } from 'kysely'
import type { RenamedEntity } from '../../../language/conversion/steps.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { moveSeries } from './moveSeries.ts'

/** Tables of which rows belong to a record. Histories and the log of users are never changed: they are read under both names. */
const tables = ['record_reference', 'change_request', 'notice'] as const

/**
 * Gives the records of an entity, and whatever names them, the new name of the entity.
 *
 * @returns number of records
 */
export async function moveEntity(trx: Trx, { former, name }: RenamedEntity): Promise<number> {
  const db = trx.withoutPlugins()
  const { numAffectedRows } = await sql`update record_document set entity = ${name} where entity = ${former}`.execute(db)
  await moveUniqueValues(trx, { former, name })
  for (const table of tables)
    await sql`
      update ${sql.table(table)} set entity = ${name}
      where entity = ${former} and record_id in (select id from record_document where entity = ${name})
    `.execute(db)
  await sql`update record_reference set named_entity = ${name} where named_entity = ${former}`.execute(db)
  await moveSeries(trx, { former: `${former}.`, name: `${name}.` })
  await sql`
    update document_rename set owner = ${name}::text || substr(owner, length(${former}::text) + 1)
    where kind in ('field', 'column', 'convert') and (owner = ${former} or starts_with(owner, ${former}::text || '.'))
  `.execute(db)
  await sql`delete from formula_results where entity = ${former}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A process with the former documents may have stored a value meanwhile that is there already: its record stays, but is not unique. */
async function moveUniqueValues(trx: Trx, { former, name }: Pick<RenamedEntity, 'former' | 'name'>): Promise<void> {
  const db = trx.withoutPlugins()
  await sql`
    insert into record_document_unique (entity, constraint_name, value, record_id)
    select ${name}, constraint_name, value, record_id from record_document_unique where entity = ${former} on conflict do nothing
  `.execute(db)
  await sql`delete from record_document_unique where entity = ${former}`.execute(db)
}
