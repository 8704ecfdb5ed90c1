import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, RouteOptions } from 'fastify'
import Type from 'typebox'
import { refusal } from '../../../../answers/refusals.ts'
import { createAnswerWriter } from './answerWriter.ts'

/** An answer with a content type of its own. Only a JSON type may have an object. */
interface TypedContent {
  readonly content: Readonly<Record<string, unknown>>
}
type DeclaredAnswers = Readonly<Record<string, object | TypedContent>>

/** Registers routes whose handlers get their types from the schemas. */
export type TypedRoutes = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

export function typedRoutes(app: FastifyInstance): TypedRoutes {
  return app.withTypeProvider<TypeBoxTypeProvider>()
}

const refusals = { '4xx': refusal, '5xx': refusal }

/** An answer that is not JSON: a file, a picture, a page, an event stream. */
export function contentAnswer(...contentTypes: readonly [string, ...string[]]) {
  const schema = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema }])) as Readonly<Record<string, { schema: typeof schema }>>
  return { description: contentTypes.join(', '), content }
}

/** Answer `204` without a body. */
export const noContent = { 204: Type.Null({ description: '無內容' }) } as const

/**
 * Checks that every route declares its answers; a route without them stops the start. Members that the schema does not name are not sent.
 * An answer whose status has no schema fails instead of being sent whole. Errors look the same everywhere.
 */
export function guardAnswers(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => createAnswerWriter(schema))
  app.addHook('onRoute', (route) => {
    // The answers of document calls are defined by their verb.
    if (route.config?.permission === 'document') return
    const answers = answersOf(route)
    if (!Object.keys(answers).some((status) => /^2(xx|\d\d)$/i.test(status)))
      throw new Error(
        `route ${String(route.method)} ${route.url}: schema.response says nothing of a success; schemas of answers are in src/answers`,
      )
    route.schema = { ...route.schema, response: { ...refusals, ...answers } }
  })
  app.addHook('preSerialization', (request, reply, _payload, done) => {
    const answers = request.routeOptions.schema?.response as DeclaredAnswers | undefined
    if (answers === undefined || isObjectOf(answers, reply.statusCode)) done()
    else done(new Error(`${request.method} ${request.routeOptions.url} declares no answer ${reply.statusCode}`))
  })
}

function answersOf({ schema }: RouteOptions): DeclaredAnswers {
  return (schema?.response ?? {}) as DeclaredAnswers
}

function isObjectOf(answers: DeclaredAnswers, status: number): boolean {
  const declared = answers[status] ?? answers[`${String(status).charAt(0)}xx`]
  if (declared === undefined) return false
  return !('content' in declared) || 'application/json' in (declared as TypedContent).content
}
