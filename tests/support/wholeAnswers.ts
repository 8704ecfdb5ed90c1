import { subscribe } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'

const given = Symbol('given')

/**
 * Compares, on every test server, what a handler returned with what was sent. A member that the schema of the route does not name fails the
 * call here; in production it would be left out. So the author of a new member has to name it in `src/answers`.
 */
export function compareAnswers(): void {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('preSerialization', (_request, reply, payload, done) => {
      Object.assign(reply, { [given]: payload })
      done(null, payload)
    })
    fastify.addHook('onSend', (request, reply, sent, done) => {
      const payload = (reply as { readonly [given]?: unknown })[given]
      const isWhole = payload === undefined || typeof sent !== 'string' || isDeepStrictEqual(JSON.parse(sent), asJson(payload))
      if (isWhole) return done(null, sent)
      const text = `${request.method} ${request.url} gave ${JSON.stringify(payload)} and sent ${String(sent)}`
      console.error(text)
      done(new Error(text))
    })
  })
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
