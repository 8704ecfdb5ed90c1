import { sql } from 'kysely'
import type { UserStatus, UserType } from '../../rules/codes.generated.ts'
import type { Executor } from '../platform/database/tables.ts'

/** An account with the permissions of its roles. Sign-in, claims and requests all read accounts in this form. */
export interface Account {
  readonly id: number
  readonly userName: string
  readonly fullName: string
  readonly email: string
  readonly phoneNumber: string | null
  readonly jobTitle: string | null
  readonly userType: UserType
  readonly companyNo: string | null
  readonly companyName: string | null
  readonly companyType: string | null
  /** Tax ID and state (dictionary CorporateStatus) of a portal user's corporate member; null for other users. */
  readonly taxNumber: string | null
  readonly corporateStatus: string | null
  readonly rewardPointId: string | null
  readonly roles: readonly string[]
  /** Permissions of all enabled roles together, sorted. */
  readonly permissions: readonly string[]
  readonly status: UserStatus
  readonly lockedUntil: Date | null
  readonly isEnabled: boolean
  readonly passwordHash: string | null
  readonly mustChangePassword: boolean
  /** Last day of the password, YYYY-MM-DD; null when no password was ever chosen. */
  readonly limitDate: string | null
  readonly userVersion: number
}

export function findAccountById(db: Executor, id: number): Promise<Account | undefined> {
  return findAccount(db, sql`u.id = ${id}`)
}

/** The account of this name, whatever its client; letter case does not matter. */
export function findAccountByName(db: Executor, userName: string): Promise<Account | undefined> {
  return findAccount(db, sql`lower(u.user_name) = ${userName.trim().toLowerCase()}`)
}

async function findAccount(db: Executor, condition: ReturnType<typeof sql>): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id, u.user_name, u.full_name, u.email, u.phone_number,
      u.job_title, u.user_type, u.company_no, coalesce(c.company_name, m.company_name) as company_name,
      c.company_type, m.tax_number, m.status as corporate_status, u.reward_point_id, u.roles, u.status, u.locked_until,
      u.is_enabled, u.password_hash, u.must_change_password,
      u.limit_date, u.user_version,
      coalesce((
        select jsonb_agg(distinct granted.permission order by granted.permission)
        from app_role r cross join lateral jsonb_array_elements_text(r.permissions) as granted(permission)
        where r.is_enabled and u.roles @> to_jsonb(r.role_code)
      ), '[]'::jsonb) as permissions
    from app_user u
    left join company c on c.company_no = u.company_no
    left join corporate_member m on m.corporate_no = u.corporate_no
    where u.deleted_at is null and ${condition}`.execute(db)
  return rows[0]
}
