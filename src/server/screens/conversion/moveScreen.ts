import { sql } from 'kysely'
import type { RenamedScreen } from '../../../language/conversion/steps.ts'
import type { Trx } from '../../platform/database/tables.ts'

/** Moves what roles are granted of a screen, and what users keep of its list. @returns number of roles and users */
export async function moveScreen(trx: Trx, { former, name, resources: [was, is] }: RenamedScreen): Promise<number> {
  const db = trx.withoutPlugins()
  const roles =
    was === is
      ? 0
      : await sql`
          update app_role set permissions = (
            select jsonb_agg(distinct case when starts_with(p, ${was}::text || '.') then ${is}::text || substr(p, length(${was}::text) + 1) else p end)
            from jsonb_array_elements_text(permissions) as t (p))
          where exists (select from jsonb_array_elements_text(permissions) as t (p) where starts_with(p, ${was}::text || '.'))
        `
          .execute(db)
          .then(({ numAffectedRows }) => Number(numAffectedRows ?? 0))
  // Whoever has used the list under its new uri already keeps what is kept there.
  const { numAffectedRows } = await sql`
    update user_preference as p set uri = ${name} where uri = ${former}
      and not exists (select from user_preference as q where q.user_id = p.user_id and q.uri = ${name})
  `.execute(db)
  return roles + Number(numAffectedRows ?? 0)
}
