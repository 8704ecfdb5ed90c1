import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, RouteOptions } from 'fastify'
import Type from 'typebox'
import { refusal } from '../../../answers/refusals.ts'
import { createAnswerWriter } from './answerWriter.ts'

/** An answer with content of a type of its own; only one that can be JSON may be an object. */
interface TypedContent {
  readonly content: Readonly<Record<string, unknown>>
}
type DeclaredAnswers = Readonly<Record<string, object | TypedContent>>

/** Routes that know their types from their schemas: what they take, and what they answer. */
export type TypedRoutes = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

export function typedRoutes(app: FastifyInstance): TypedRoutes {
  return app.withTypeProvider<TypeBoxTypeProvider>()
}

const refusals = { '4xx': refusal, '5xx': refusal }

/** An answer that is no JSON: a file, a picture, a page, a stream of events. */
export function contentAnswer(...contentTypes: readonly [string, ...string[]]) {
  const schema = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema }])) as Readonly<Record<string, { schema: typeof schema }>>
  return { description: contentTypes.join(', '), content }
}

/** `204`, without a body. */
export const noContent = { 204: Type.Null({ description: '無內容' }) } as const

/**
 * Every route says what it answers: one that does not stops the start. What a schema does not name does not leave, an answer of a status
 * that no schema stands for fails instead of leaving whole, and refusals are alike everywhere.
 */
export function guardAnswers(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => createAnswerWriter(schema))
  app.addHook('onRoute', (route) => {
    // Calls of documents are written by their verb.
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
