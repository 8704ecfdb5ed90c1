import { sql } from 'kysely'
import type { Catalog } from '../../../language/catalog.ts'
import type { RenamedField } from '../../../language/conversion/steps.ts'
import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { moveInPreferences } from './movePreferences.ts'

/** Changes that may still be stored. */
const waiting = [companyChangeStatus.open, companyChangeStatus.approved]

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
  await sql`
    update change_request set changes = (
      select jsonb_agg(case when c ->> 'field' = ${former} then c || jsonb_build_object('field', ${name}::text) else c end order by n)
      from jsonb_array_elements(changes) with ordinality as t (c, n))
    where entity = ${entity} and status = any(${waiting}::text[]) and changes @> ${JSON.stringify([{ field: former }])}::jsonb
  `.execute(db)
  await moveInPreferences(trx, step, catalog)
  return Number(numAffectedRows ?? 0)
}
