import type { Static } from 'typebox'
import type { PortalContents } from '../../../answers/content.ts'
import { type ContentType, contentStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** A published text for the portal, with its picture as stored. */
export type PublishedContent = Static<typeof PortalContents>[number]

/** The texts that are published and within their period, in display order. */
export function findPublished(db: Executor, contentType: ContentType, now: Date): Promise<PublishedContent[]> {
  return db
    .selectFrom('portalContent')
    .select(['contentType', 'title', 'body', 'image', 'displayOrder', 'version', 'publishedAt'])
    .where('contentType', '=', contentType)
    .where('status', '=', contentStatus.published)
    .where((where) => where.or([where('startAt', 'is', null), where('startAt', '<=', now)]))
    .where((where) => where.or([where('endAt', 'is', null), where('endAt', '>', now)]))
    .orderBy('displayOrder')
    .orderBy('version')
    .execute()
}
