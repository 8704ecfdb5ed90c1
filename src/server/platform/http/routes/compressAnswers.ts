import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer is sent compressed. For what everybody may read only: where an answer holds both a secret and words of the caller, its
     * length would tell the secret letter by letter.
     */
    compressed?: true
  }
}

/** Shorter answers fit into one packet either way. */
const lengthMin = 1000

/** Compresses the answers of routes that ask for it, away from the event loop. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.compressed && config.permission !== 'public') throw new Error(`route ${url}: only public answers may be compressed`)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.routeOptions.config.compressed || typeof payload !== 'string' || payload.length < lengthMin) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return done(null, payload)
    gzip(payload, (error, bytes) => {
      if (error) return done(error)
      reply.header('content-encoding', 'gzip')
      done(null, bytes)
    })
  })
}
