import { sql } from 'kysely'
import { userType } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Who is asked for. */
export interface Wanted {
  /** Whole permissions, of which one is enough. */
  readonly permissions: readonly string[]
  readonly userNames: readonly string[]
  /** Permissions to open the records, of which one is needed in any case. */
  readonly views: readonly string[]
  /** The company of the record; null when it belongs to none, and so to no merchant. */
  readonly companyNo: string | null
  /** Who caused the notice knows of it. */
  readonly except: string
}

export interface Reader {
  readonly userName: string
  readonly fullName: string
  readonly email: string
  /** Those of {@link Wanted.views} that the user has. */
  readonly views: readonly string[]
}

/** Most people of one notice. */
const readersMax = 500

/** Enabled users of the console that are meant, and may see a record of this company. */
export async function findReaders(db: Executor, { permissions, userNames, views, companyNo, except }: Wanted): Promise<readonly Reader[]> {
  const granted = (wanted: readonly string[]) => sql`
    array(select distinct g.permission from app_role r cross join lateral jsonb_array_elements_text(r.permissions) as g (permission)
      where r.is_enabled and u.roles @> to_jsonb(r.role_code) and g.permission = any(${wanted}::text[]))`
  const { rows } = await sql<Reader>`
    select u.user_name as "userName", u.full_name as "fullName", u.email, u.views
    from (select u.*, ${granted(views)} as views, ${granted(permissions)} as meant from app_user u
      where u.deleted_at is null and u.is_enabled and u.user_name <> ${except}
        and (u.user_type = ${sql.lit(userType.staff)} or (u.user_type = ${sql.lit(userType.merchant)} and u.company_no = ${companyNo}))
    ) u
    where cardinality(u.views) > 0 and (cardinality(u.meant) > 0 or u.user_name = any(${userNames}::text[]))
    order by u.user_name limit ${readersMax}`.execute(db.withoutPlugins())
  return rows
}
