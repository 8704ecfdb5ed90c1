import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { NoticePage } from '../../../answers/noticeboard.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'

type Page = Static<typeof NoticePage>

/** What the actor was told, newest first. */
export async function listNotices(
  db: Executor,
  { userName }: Actor,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): Promise<Page> {
  const { rows: counted } = await sql<{ count: number; unread: number }>`
    select count(*)::int as count, count(*) filter (where read_at is null)::int as unread from notice
    where user_name = ${userName}`.execute(db)
  const { rows } = await sql<Page['rows'][number]>`
    select id, title, text, address, created_at as "createdAt", read_at is not null as "isRead" from notice
    where user_name = ${userName} order by id desc limit ${pageSize} offset ${pageIndex * pageSize}`.execute(db)
  const { count = 0, unread = 0 } = counted[0] ?? {}
  return { totalCount: count, unreadCount: unread, pageIndex, pageSize, rows, totals: {} }
}

/** Stores that the actor has read it; repeating changes nothing. @throws M08 for a notice of somebody else */
export async function markNoticeRead(db: Executor, { userName }: Actor, id: number, now: Date): Promise<void> {
  const { rows } = await sql`
    update notice set read_at = coalesce(read_at, ${now}) where id = ${id} and user_name = ${userName} returning id`.execute(db)
  if (rows.length === 0) throw apiError('M08')
}

/** @param until id of the newest one that the actor has seen: what came since stays new */
export async function markNoticesRead(db: Executor, { userName }: Actor, until: number, now: Date): Promise<void> {
  await sql`update notice set read_at = ${now} where user_name = ${userName} and id <= ${until} and read_at is null`.execute(db)
}
