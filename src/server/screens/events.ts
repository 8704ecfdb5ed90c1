import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import type { DocumentChange } from './documents.ts'

const pingMs = 20_000
/** The browser opens a new stream then, with a token of its own time. */
const streamMs = 10 * 60_000

export const diagnosticsPermission = 'settings.screens.view'

/** `GET /api/screens/events`: tells open consoles about changed documents, each user about screens that it may open. */
export function serveEvents(app: FastifyInstance): void {
  const open = new Set<PassThrough>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  app.get('/api/screens/events', { config: { permission: 'signedIn' } }, (request, reply) => {
    const { actor } = request
    const stream = new PassThrough()
    open.add(stream)
    const stop = app.documents.onChange((change) => writeChange(app, stream, actor, change))
    const ping = setInterval(() => stream.write(': ping\n\n'), pingMs)
    const end = setTimeout(() => stream.end(), streamMs)
    stream.once('close', () => {
      stop()
      clearInterval(ping)
      clearTimeout(end)
      open.delete(stream)
    })
    request.raw.once('close', () => stream.destroy())
    stream.write(': open\n\n')
    return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
  })
}

function writeChange(app: FastifyInstance, stream: PassThrough, actor: Actor, change: DocumentChange): void {
  for (const { uri, hash } of change.screens) {
    const screen = app.documents.screen(uri)
    if (!screen || actor.permissions.has(`${screen.resource}.view`)) writeEvent(stream, 'screen', { uri, hash })
  }
  if (change.menu) writeEvent(stream, 'menu', {})
  if (actor.permissions.has(diagnosticsPermission)) writeEvent(stream, 'diagnostics', { count: change.diagnosticCount })
}

function writeEvent(stream: PassThrough, name: string, data: unknown): void {
  stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
