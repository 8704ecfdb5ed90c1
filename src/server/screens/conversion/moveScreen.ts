import { sql } from 'kysely'
import type { RenamedScreen } from '../../../language/conversion/steps.ts'
import type { Trx } from '../../platform/database/tables.ts'

/**
 * Moves what roles are granted of a screen, what users keep of its list, and what they get of it by mail.
 *
 * @returns number of roles and users
 */
export async function moveScreen(trx: Trx, { former, name, resources }: RenamedScreen): Promise<number> {
  const roles = await moveGrants(trx, resources)
  // Whoever has used the list under its new uri already keeps what is kept there.
  const { numAffectedRows } = await sql`
    update user_preference as p set uri = ${name} where uri = ${former}
      and not exists (select from user_preference as q where q.user_id = p.user_id and q.uri = ${name})
  `.execute(trx.withoutPlugins())
  await sql`update subscription set uri = ${name} where uri = ${former}`.execute(trx.withoutPlugins())
  return roles + Number(numAffectedRows ?? 0)
}

/** A role gets a new version: whoever has it open would write the former permissions back. */
async function moveGrants(trx: Trx, [was, is]: RenamedScreen['resources']): Promise<number> {
  if (was === is) return 0
  const { numAffectedRows } = await sql`
    update app_role set row_version = row_version + 1, permissions = (
      select jsonb_agg(distinct case when starts_with(p, ${was}::text || '.') then ${is}::text || substr(p, length(${was}::text) + 1) else p end)
      from jsonb_array_elements_text(permissions) as t (p))
    where exists (select from jsonb_array_elements_text(permissions) as t (p) where starts_with(p, ${was}::text || '.'))
  `.execute(trx.withoutPlugins())
  return Number(numAffectedRows ?? 0)
}
