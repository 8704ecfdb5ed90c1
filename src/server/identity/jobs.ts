import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { userActionType, userStatus } from '../../rules/codes.generated.ts'
import { systemActor } from '../platform/actor.ts'
import { writeUserActions } from '../platform/audit.ts'
import type { Database } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { tidyTries } from '../platform/tryLimit.ts'
import { systemAdministratorRole } from './permissions/defaultRoles.ts'
import { endSessionsOfUsers } from './tokens/sessions.ts'

/** Days without a sign-in after which an account is disabled (domain 3.1). */
const unusedDays = 180
const dayMs = 86_400_000
/** Days for which ended sessions are kept, to answer questions about who was signed in. */
const endedSessionDays = 90

/**
 * Disables accounts without a sign-in for 180 days, counted from their creation when there was none. System administrators are not
 * disabled, so that an installation cannot lock itself out.
 *
 * @returns names of the disabled accounts
 */
export async function disableUnusedAccounts(db: Database, now: Date): Promise<readonly string[]> {
  const limit = new Date(now.getTime() - unusedDays * dayMs)
  return transact(db, async (trx) => {
    const { rows } = await sql<{ id: number; userName: string }>`
      update app_user
      set status = ${sql.lit(userStatus.disabled)}, is_enabled = false, locked_until = null, row_version = row_version + 1,
        updated_by = ${systemActor.userName}, updated_at = ${now}
      where deleted_at is null and status <> ${sql.lit(userStatus.disabled)} and coalesce(last_login_at, created_at) < ${limit}
        and not roles @> ${JSON.stringify(systemAdministratorRole)}::jsonb
      returning id, user_name`.execute(trx)
    await endSessionsOfUsers(
      trx,
      rows.map((row) => row.id),
      'disabled',
      now,
    )
    await writeUserActions(
      trx,
      rows.map(({ id, userName }) => {
        const action = `停用 ${userName}（${unusedDays} 天未登入）`
        return { actor: systemActor, userActionType: userActionType.update, action, entity: 'user', entityId: id }
      }),
    )
    return rows.map((row) => row.userName)
  })
}

/** Updates the user list where a lock has ended, and deletes expired counters, captchas, reset links and old sessions. */
export async function tidyIdentity(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs)
  await db
    .updateTable('appUser')
    .set({ status: userStatus.enabled, lockedUntil: null })
    .where('status', '=', userStatus.locked)
    .where('lockedUntil', '<=', now)
    .execute()
  await db
    .deleteFrom('loginAttempt')
    .where('triedAt', '<', dayAgo)
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<', now)]))
    .execute()
  await db.deleteFrom('usedCaptcha').where('expiresAt', '<', now).execute()
  await db.deleteFrom('passwordReset').where('expiresAt', '<', dayAgo).execute()
  await db
    .deleteFrom('session')
    .where('expiresAt', '<', new Date(now.getTime() - endedSessionDays * dayMs))
    .execute()
}

export function registerJobs(app: FastifyInstance, forgetSessions: () => void): void {
  app.jobs.register('identity.disableUnusedAccounts', {
    dailyAt: '02:30',
    title: '停用180天未登入帳號',
    async run({ clock }) {
      const disabled = await disableUnusedAccounts(app.db, clock.now())
      forgetSessions()
      return { disabled: disabled.length }
    },
  })
  app.jobs.register('identity.tidy', {
    everyMinutes: 5,
    quiet: true,
    async run({ clock }) {
      await tidyIdentity(app.db, clock.now())
      await tidyTries(app.db, clock.now())
      return null
    },
  })
}
