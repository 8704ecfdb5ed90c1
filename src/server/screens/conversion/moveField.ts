import { sql } from 'kysely'
import type { Catalog } from '../../../language/catalog/catalog.ts'
import type { RenamedField } from '../../../language/conversion/steps.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { moveInPreferences } from './movePreferences.ts'
import { moveSeries } from './moveSeries.ts'
import { renameInWaitingChanges } from './moveWaitingChanges.ts'

/**
 * Gives a field of JSON records its new name wherever it is stored. A record that has both was written by the former document meanwhile, so
 * the former name has the newer value.
 *
 * @returns number of records
 */
export async function moveField(trx: Trx, step: RenamedField, catalog: Catalog): Promise<number> {
  const { owner: entity, former, name } = step
  const db = trx.withoutPlugins()
  const { numAffectedRows } = await sql`
    update record_document set body = (body - ${former}::text) || jsonb_build_object(${name}::text, body -> ${former}::text)
    where entity = ${entity} and body ? ${former}
  `.execute(db)
  await sql`
    update record_document_unique
    set constraint_name = array_to_string(array_replace(string_to_array(constraint_name, ','), ${former}, ${name}), ',')
    where entity = ${entity} and ${former} = any(string_to_array(constraint_name, ','))
  `.execute(db)
  await sql`
    update record_reference set field = ${name}::text || substr(field, length(${former}::text) + 1)
    where entity = ${entity} and (field = ${former} or starts_with(field, ${former}::text || '.'))
  `.execute(db)
  await sql`
    update record_former_value as f set field = ${name} from record_document as r
    where f.record_id = r.id and r.entity = ${entity} and f.field = ${former}
  `.execute(db)
  await renameInWaitingChanges(trx, { entity, field: former }, name)
  await moveSeries(trx, { former: `${entity}.${former}`, name: `${entity}.${name}` })
  await moveOccasions(trx, step)
  await sql`
    update document_rename set owner = ${`${entity}.${name}`} where kind = 'column' and owner = ${`${entity}.${former}`}
  `.execute(db)
  await moveInPreferences(trx, step, catalog)
  return Number(numAffectedRows ?? 0)
}

/** Nobody is told of a date a second time because its field is called otherwise. An occasion is `<field> <date>`. */
async function moveOccasions(trx: Trx, { owner: entity, former, name }: RenamedField): Promise<void> {
  const isOfField = sql`starts_with(d.occasion, ${former}::text || ' ')`
  const renamed = sql`${name}::text || substr(d.occasion, length(${former}::text) + 1)`
  const db = trx.withoutPlugins()
  await sql`
    update notice_date as d set occasion = ${renamed} from record_document as r
    where d.record_id = r.id and r.entity = ${entity} and ${isOfField}
      and not exists (select from notice_date as o where o.record_id = d.record_id and o.occasion = ${renamed})
  `.execute(db)
  await sql`
    update notice as d set occasion = ${renamed} where d.entity = ${entity} and ${isOfField}
      and not exists (select from notice as o where o.entity = d.entity and o.record_id = d.record_id and o.user_name = d.user_name
        and o.occasion = ${renamed})
  `.execute(db)
}
