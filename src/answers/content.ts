import Type from 'typebox'
import type { ContentType } from '../rules/codes.generated.ts'
import { Picture } from './pictures.ts'
import { type AnswerOf, listOf, Moment, orNull, Whole } from './shapes.ts'

/** A published text of 兌換網站內容管理. */
const PortalContent = Type.Object({
  contentType: Type.Unsafe<ContentType>(Type.String()),
  title: Type.String(),
  /** HTML that was cleaned when it was stored. */
  body: Type.String(),
  /** Address of the picture as stored, for pages of the version before. */
  image: orNull(Type.String()),
  picture: orNull(Picture),
  displayOrder: Whole,
  version: Type.String(),
  publishedAt: orNull(Moment),
})
export type PortalContent = AnswerOf<typeof PortalContent>

/** `GET /api/portal/contents/{contentType}` */
export const PortalContents = listOf(PortalContent)

/** What opens the external site for contents: its address, with a ticket that is good once. */
export const SiteTicket = Type.Object({ url: Type.String() })
/** What that site learns for the ticket. */
export const TicketOwner = Type.Object({ userName: Type.String() })
