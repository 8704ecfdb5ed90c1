import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { PortalContents } from '../../../answers/content.ts'
import type { ContentType } from '../../../rules/codes.generated.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { copyParams, pictureAnswer, sendCopy, sendPicture } from '../../platform/http/routes/sendPicture.ts'
import type { StoredPicture } from '../../platform/pictures/pictures.ts'
import { findImage, findPublished, type PublishedContent } from './contentQueries.ts'

const contentType = Type.Unsafe<ContentType>(Type.String({ title: '內容類型', pattern: '^[1-7]$' }))
const Params = Type.Object({ contentType })
const PictureParams = Type.Object({ contentType, place: Type.Integer({ title: '順序', minimum: 0, maximum: 999 }) })
const CopyParams = Type.Object({ contentType, ...copyParams })

const config = { permission: 'public', rateLimit: { max: 600, timeWindow: '10 minutes' } } as const

/** `GET /api/portal/contents/{contentType}`: published texts in display order, with the addresses of their pictures. Public. */
export function contentRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const find = (type: ContentType) => findPublished(app.db, type, app.clock.now())

  const read = { params: Params, response: { 200: PortalContents } }
  routes.get('/api/portal/contents/:contentType', { config: { ...config, compressed: true }, schema: read }, async ({ params }) =>
    Promise.all((await find(params.contentType)).map((content, place) => presentContent(app, content, place))),
  )

  const pictured = { params: PictureParams, response: { 200: pictureAnswer } }
  routes.get('/api/portal/contents/:contentType/pictures/:place', { config, schema: pictured }, async ({ params }, reply) => {
    const content = (await find(params.contentType))[params.place]
    return sendPicture(reply, content ? await findImage(app.db, content.id) : null)
  })

  const copied = { params: CopyParams, response: { 200: pictureAnswer } }
  routes.get('/api/portal/contents/:contentType/pictures/:digest/:width', { config, schema: copied }, async ({ params }, reply) => {
    const { digest, width } = params
    for (const content of await find(params.contentType)) {
      const file = content.hasImage ? await app.pictures.find(storedPicture(app, content), digest, width) : null
      if (file) return sendCopy(reply, file)
    }
    return sendCopy(reply, null)
  })
}

function storedPicture({ db }: FastifyInstance, { id, rowVersion }: PublishedContent): StoredPicture {
  return { key: `portalContent ${id} ${rowVersion}`, read: () => findImage(db, id) }
}

async function presentContent(app: FastifyInstance, content: PublishedContent, place: number) {
  const { id, rowVersion, hasImage, ...texts } = content
  const address = `/api/portal/contents/${content.contentType}/pictures`
  const picture = hasImage ? await app.pictures.describe(storedPicture(app, content), address) : null
  return { ...texts, image: hasImage ? `${address}/${place}` : null, picture }
}
