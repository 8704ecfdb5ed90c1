import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { refuse } from '../platform/errors.ts'
import { Word } from '../platform/http/bounds.ts'
import { diagnosticsPermission } from './events.ts'
import type { Validators } from './validators.ts'

/** The description names every call, so it is for those who run the system. */
const apiDescriptionPermission = diagnosticsPermission

/** Screens cut to the user, their compiled validators, and the findings of the checker. */
export function serveScreens(app: FastifyInstance, validators: Validators): void {
  app.get<{ Params: { group: string; name: string } }>(
    '/api/screens/:group/:name',
    { config: { permission: 'signedIn' }, schema: { params: Type.Object({ group: Word, name: Word }) } },
    async (request) => {
      const screen = app.documents.screen(`/${request.params.group}/${request.params.name}`)
      if (!screen) throw refuse('M08')
      return app.documents.cut(screen, request.actor)
    },
  )

  // Public, because `import()` cannot send a token: the address is the content's hash, and the content is no secret.
  app.get<{ Params: { hash: string } }>(
    '/api/screens/validators/:hash(^[0-9a-f]{8,64}$).js',
    { config: { permission: 'public' }, schema: { params: Type.Object({ hash: Word }) } },
    async (request, reply) => {
      const module = validators.find(request.params.hash)
      if (module === undefined) throw refuse('M08')
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/javascript; charset=utf-8').send(module)
    },
  )

  app.get('/api/screens/diagnostics', { config: { permission: diagnosticsPermission } }, async () => app.documents.diagnostics())

  app.get('/api/openapi.json', { config: { permission: apiDescriptionPermission } }, async () => app.openApi.describe())
}
