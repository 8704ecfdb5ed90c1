import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { DictionaryOptions } from '../../../answers/dictionaries.ts'
import { apiError } from '../../platform/errors.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'

const DictionaryCall = Type.Object(
  {
    parameter: Type.String({ minLength: 1, maxLength: 60, title: 'parameter' }),
    strArg: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
    intArg: Type.Optional(Type.Union([Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()])),
  },
  { additionalProperties: false },
)

/** `PUT /api/shared/dictionary`: options of any dictionary, restricted to what the user may see (domain 5). */
export function serveDictionaries(app: FastifyInstance): void {
  typedRoutes(app).put(
    '/api/shared/dictionary',
    { config: { permission: 'signedIn', quiet: true }, schema: { body: DictionaryCall, response: { 200: DictionaryOptions } } },
    async ({ actor, body }) => {
      const { parameter, strArg, intArg } = body
      const options = await app.dictionaries.find(parameter, {
        db: app.db,
        actor,
        ...(strArg !== undefined && strArg !== null && { strArg }),
        ...(intArg !== undefined && intArg !== null && { intArg }),
      })
      if (!options) throw apiError('M06', { title: 'parameter' })
      return options
    },
  )
}
