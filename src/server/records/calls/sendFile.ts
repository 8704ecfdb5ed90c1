import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RecordFile } from '../engine.ts'

/** Sends a file that a browser saves under its name. */
export function sendFile(reply: FastifyReply, { fileName, contentType, body }: RecordFile): FastifyReply {
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
  return reply.type(contentType).send(Readable.from(body, { objectMode: false }))
}
