import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Announcement, AnnouncementPage } from '../../../answers/noticeboard.ts'
import { announcementStatus, userType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'

type BoardEntry = Static<typeof Announcement>
type BoardPage = Static<typeof AnnouncementPage>

/** Filters of the notice board. Dates of `startAt` are Taipei days, both inclusive. */
export interface BoardFilters {
  readonly category?: string | undefined
  readonly title?: string | undefined
  readonly startAtFrom?: Date | undefined
  /** Exclusive. */
  readonly startAtTo?: Date | undefined
}

/** Condition: published now, for the actor's user type and company. */
function visibleTo(actor: Actor, now: Date) {
  const own = actor.companyNo === null ? sql`false` : sql`a.company_nos @> ${JSON.stringify([actor.companyNo])}::jsonb`
  // The list of merchants of an announcement restricts merchant users only; staff see every announcement for staff.
  const company = actor.userType === userType.merchant ? sql`(a.company_nos = '[]'::jsonb or ${own})` : sql`true`
  return sql`a.status = ${sql.lit(announcementStatus.published)} and a.start_at <= ${now} and a.end_at >= ${now}
    and a.audience @> ${JSON.stringify([actor.userType])}::jsonb and ${company}`
}

function matching({ category, title, startAtFrom, startAtTo }: BoardFilters) {
  const conditions = [
    category ? sql`a.category = ${category}` : null,
    title ? sql`a.title ilike ${`%${title.trim().replace(/[\\%_]/g, '\\$&')}%`}` : null,
    startAtFrom ? sql`a.start_at >= ${startAtFrom}` : null,
    startAtTo ? sql`a.start_at < ${startAtTo}` : null,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

const columns = sql`a.id, a.is_pinned as "isPinned", a.category, a.title, a.start_at as "startAt", a.content`

export async function listBoard(
  db: Executor,
  actor: Actor,
  now: Date,
  page: { readonly pageIndex: number; readonly pageSize: number; readonly filters: BoardFilters },
): Promise<BoardPage> {
  const { pageIndex, pageSize, filters } = page
  const where = sql`${visibleTo(actor, now)} and ${matching(filters)}`
  const count = await sql<{ count: number }>`select count(*) as count from announcement a where ${where}`.execute(db)
  const { rows } = await sql<BoardPage['rows'][number]>`
    select ${columns}, ${isReadBy(actor)} as "isRead" from announcement a where ${where}
    order by a.is_pinned desc, a.start_at desc, a.id limit ${pageSize} offset ${pageIndex * pageSize}`.execute(db)
  return { totalCount: Number(count.rows[0]?.count ?? 0), pageIndex, pageSize, rows, totals: {} }
}

/** @throws M08 when this user may not see it */
export async function getBoardEntry(db: Executor, actor: Actor, now: Date, id: number): Promise<BoardEntry> {
  const { rows } = await sql<BoardEntry>`
    select ${columns}, a.image, ${isReadBy(actor)} as "isRead" from announcement a where ${visibleTo(actor, now)} and a.id = ${id}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw apiError('M08')
  return row
}

/** Stores that the actor has read it; repeating changes nothing. */
export async function markRead(db: Executor, actor: Actor, now: Date, id: number): Promise<void> {
  await getBoardEntry(db, actor, now, id)
  await db
    .insertInto('announcementRead')
    .values({ announcementId: id, userName: actor.userName, readAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function isReadBy(actor: Actor) {
  return sql`exists (select 1 from announcement_read r where r.announcement_id = a.id and r.user_name = ${actor.userName})`
}
