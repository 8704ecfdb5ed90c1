import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { PortalContents } from '../../../answers/content.ts'
import type { ContentType } from '../../../rules/codes.generated.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { pictureAnswer, sendPicture } from '../../platform/http/routes/sendPicture.ts'
import { findPublished, type PublishedContent } from './contentQueries.ts'

const contentType = Type.Unsafe<ContentType>(Type.String({ title: '內容類型', pattern: '^[1-7]$' }))
const Params = Type.Object({ contentType })
const PictureParams = Type.Object({ contentType, place: Type.Integer({ title: '順序', minimum: 0, maximum: 999 }) })

const config = { permission: 'public', rateLimit: { max: 600, timeWindow: '10 minutes' } } as const

/** `GET /api/portal/contents/{contentType}`: published texts in display order, with the addresses of their pictures. Public. */
export function contentRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const read = { params: Params, response: { 200: PortalContents } }
  routes.get('/api/portal/contents/:contentType', { config, schema: read }, async ({ params }) => {
    const contents = await findPublished(app.db, params.contentType, app.clock.now())
    return contents.map(presentContent)
  })

  // The address contains the place and no version, so that a page can request the picture before it has read the texts.
  const pictured = { params: PictureParams, response: { 200: pictureAnswer } }
  routes.get('/api/portal/contents/:contentType/pictures/:place', { config, schema: pictured }, async ({ params }, reply) => {
    const contents = await findPublished(app.db, params.contentType, app.clock.now())
    return sendPicture(reply, contents[params.place]?.image ?? null)
  })
}

function presentContent(content: PublishedContent, place: number): PublishedContent {
  return { ...content, image: content.image && `/api/portal/contents/${content.contentType}/pictures/${place}` }
}
