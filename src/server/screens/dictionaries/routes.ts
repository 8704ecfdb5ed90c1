import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { apiError } from '../../platform/errors.ts'

const DictionaryCall = Type.Object(
  {
    parameter: Type.String({ minLength: 1, maxLength: 60, title: 'parameter' }),
    strArg: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
    intArg: Type.Optional(Type.Union([Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()])),
  },
  { additionalProperties: false },
)

/** `PUT /api/shared/dictionary`: options of any dictionary, by the row rules of the asking user (domain 5). */
export function serveDictionaries(app: FastifyInstance): void {
  app.put<{ Body: Static<typeof DictionaryCall> }>(
    '/api/shared/dictionary',
    { config: { permission: 'signedIn', quiet: true }, schema: { body: DictionaryCall } },
    async (request) => {
      const { parameter, strArg, intArg } = request.body
      const options = await app.dictionaries.find(parameter, {
        db: app.db,
        actor: request.actor,
        ...(strArg !== undefined && strArg !== null && { strArg }),
        ...(intArg !== undefined && intArg !== null && { intArg }),
      })
      if (!options) throw apiError('M06', { title: 'parameter' })
      return options
    },
  )
}
