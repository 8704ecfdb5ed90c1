import type { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { contentAnswer } from '../platform/http/routes/routeAnswers.ts'
import type { DocumentChange } from './documents.ts'
import { createEventStreams, type EventStreams } from './eventStreams.ts'

export const diagnosticsPermission = 'settings.screens.view'

/** `GET /api/screens/events`: tells open consoles about changed documents, each user only about the screens that it may open. */
export function serveEvents(app: FastifyInstance): void {
  const streams = createEventStreams(
    (open) => app.sessions.findEnded(app.db, open, app.clock.now()),
    (error) => app.log.error({ err: error }, 'looking after the open event streams failed'),
  )
  app.addHook('preClose', async () => streams.closeAll())
  const config = { permission: 'signedIn', endless: true } as const
  const schema = { response: { 200: contentAnswer('text/event-stream') } }
  app.get('/api/screens/events', { config, schema, exposeHeadRoute: false }, (request, reply) => {
    const { actor } = request
    const stream = streams.open(request.access)
    const stop = app.documents.onChange((change) => writeChange(app, { streams, stream, actor, change }))
    stream.once('close', stop)
    request.raw.once('close', () => stream.destroy())
    return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
  })
}

interface WriteChangeInput {
  readonly streams: EventStreams
  readonly stream: PassThrough
  readonly actor: Actor
  readonly change: DocumentChange
}

function writeChange(app: FastifyInstance, { streams, stream, actor, change }: WriteChangeInput): void {
  for (const { uri, hash } of change.screens) {
    const screen = app.documents.screen(uri)
    if (!screen || actor.permissions.has(`${screen.resource}.view`)) streams.send(stream, 'screen', { uri, hash })
  }
  // Which roles see it is no secret among those who are signed in, and its old readers have to hear of it too.
  for (const name of change.dashboards) streams.send(stream, 'dashboard', { name })
  for (const name of change.dictionaries) streams.send(stream, 'dictionary', { name })
  if (change.menu) streams.send(stream, 'menu', {})
  if (actor.permissions.has(diagnosticsPermission)) streams.send(stream, 'diagnostics', { count: change.diagnosticCount })
}
