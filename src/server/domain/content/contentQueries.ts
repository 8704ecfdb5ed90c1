import { type ContentType, contentStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** The texts that are published and within their period, in display order. Their pictures are read on their own. */
export function findPublished(db: Executor, contentType: ContentType, now: Date) {
  return db
    .selectFrom('portalContent')
    .select(['id', 'rowVersion', 'contentType', 'title', 'body', 'displayOrder', 'version', 'publishedAt'])
    .select((select) => select('image', 'is not', null).as('hasImage'))
    .where('contentType', '=', contentType)
    .where('status', '=', contentStatus.published)
    .where((where) => where.or([where('startAt', 'is', null), where('startAt', '<=', now)]))
    .where((where) => where.or([where('endAt', 'is', null), where('endAt', '>', now)]))
    .orderBy('displayOrder')
    .orderBy('version')
    .execute()
}

/** A text of {@link findPublished}. */
export type PublishedContent = Awaited<ReturnType<typeof findPublished>>[number]

/** The picture of a text, as a data URL. */
export async function findImage(db: Executor, id: number): Promise<string | null> {
  const row = await db.selectFrom('portalContent').select('image').where('id', '=', id).executeTakeFirst()
  return row?.image ?? null
}
