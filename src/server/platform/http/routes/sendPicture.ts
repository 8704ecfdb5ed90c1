import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { type PictureFile, pictureFileOf } from '../../pictures/pictures.ts'
import { contentAnswer } from './routeAnswers.ts'

export const pictureAnswer = contentAnswer('image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/bmp')

/** The end of the address of a copy. */
export const copyParams = {
  digest: Type.String({ title: '圖片摘要', pattern: '^[A-Za-z0-9_-]{22}$' }),
  /** One of those that were offered; a picture that is sent as stored is offered in its own width, which may be any. */
  width: Type.Integer({ title: '寬度', minimum: 1, maximum: 2 ** 31 - 1 }),
} as const

const soon = 'private, max-age=300'

/**
 * Sends a stored picture with its own content type. Browsers keep it for five minutes, so a new picture is seen soon enough.
 *
 * @param image data URL in base64; anything else gets 404
 */
export function sendPicture(reply: FastifyReply, image: string | null) {
  const file = pictureFileOf(image)
  return file === null ? reply.callNotFound() : sendFile(reply, file, soon)
}

/**
 * Sends a copy at an address with its digest. Browsers keep it for ever, because another picture has another address; caches on the way do
 * not, because it may be withdrawn.
 */
export function sendCopy(reply: FastifyReply, file: PictureFile | null) {
  if (file === null) return reply.callNotFound()
  return sendFile(reply, file, file.isLasting ? 'private, max-age=31536000, immutable' : soon)
}

function sendFile(reply: FastifyReply, { type, bytes }: PictureFile, cacheControl: string) {
  return reply
    .type(type)
    .header('cache-control', cacheControl)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
