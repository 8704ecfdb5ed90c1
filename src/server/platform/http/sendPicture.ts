import type { FastifyReply } from 'fastify'
import { contentAnswer } from './routeAnswers.ts'

export const pictureAnswer = contentAnswer('image/png', 'image/jpeg')

/**
 * Answers with a stored picture under its own type, kept by the browser for five minutes: a newer one is seen soon enough.
 *
 * @param image data address in base64; anything else is answered with 404
 */
export function sendPicture(reply: FastifyReply, image: string | null) {
  const [, type, data] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(image ?? '') ?? []
  if (type === undefined || data === undefined) return reply.callNotFound()
  return reply.type(type).header('cache-control', 'private, max-age=300').send(Buffer.from(data, 'base64'))
}
