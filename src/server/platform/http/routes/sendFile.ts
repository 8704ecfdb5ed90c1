import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface SentFile {
  /** Name under which a browser saves it, in any script. */
  readonly fileName: string
  readonly contentType: string
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

/** Sends a file that a browser saves under its name. The name is encoded (RFC 5987), so that nothing in it ends the header. */
export function sendFile(reply: FastifyReply, { fileName, contentType, body }: SentFile): FastifyReply {
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
  return reply.type(contentType).send(body instanceof Uint8Array ? Buffer.from(body) : Readable.from(body, { objectMode: false }))
}
