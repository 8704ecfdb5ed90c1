import { subscribe } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'

const given = Symbol('given')

/**
 * Every server of a test compares what a handler gave with what left. A member that the schema of its route does not name fails the call
 * here, where it would be left out for people: so whoever adds a member to an answer names it in `src/answers`.
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
