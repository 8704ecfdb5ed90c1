import { type RawBuilder, sql } from 'kysely'
import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'

/** Changes that may still be stored. */
const waiting = [companyChangeStatus.open, companyChangeStatus.approved]

interface Place {
  readonly entity: string
  readonly field: string
}

/** Changes that wait for a decision, or for their day, name the field by its new name. */
export async function renameInWaitingChanges(trx: Trx, { entity, field }: Place, name: string): Promise<void> {
  await changeLines(trx, { entity, field }, (line) => sql`${line} || jsonb_build_object('field', ${name}::text)`)
}

/** Gives the value that a waiting change will store another form. */
export async function moveInWaitingChanges(
  trx: Trx,
  place: Place,
  moved: (value: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  await changeLines(trx, place, (line) => sql`${line} || jsonb_build_object('value', ${moved(sql`(${line} -> 'value')`)})`)
}

async function changeLines(trx: Trx, { entity, field }: Place, changed: (line: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<void> {
  await sql`
    update change_request set changes = (
      select jsonb_agg(case when c ->> 'field' = ${field} then ${changed(sql`c`)} else c end order by n)
      from jsonb_array_elements(changes) with ordinality as t (c, n))
    where entity = ${entity} and status = any(${waiting}::text[]) and changes @> ${JSON.stringify([{ field }])}::jsonb
  `.execute(trx.withoutPlugins())
}
