import type { FastifyReply } from 'fastify'
import { contentAnswer } from './routeAnswers.ts'

export const pictureAnswer = contentAnswer('image/png', 'image/jpeg')

/**
 * Sends a stored picture with its own content type. Browsers keep it for five minutes, so a new picture is seen soon enough.
 *
 * @param image data URL in base64; anything else gets 404
 */
export function sendPicture(reply: FastifyReply, image: string | null) {
  const [, type, data] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(image ?? '') ?? []
  if (type === undefined || data === undefined) return reply.callNotFound()
  return reply.type(type).header('cache-control', 'private, max-age=300').send(Buffer.from(data, 'base64'))
}
