import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { limitOpenCalls } from '../platform/http/guards/openCalls.ts'
import { guardCalls } from './authentication/hooks.ts'
import { createSessionReader, type SessionReader } from './authentication/sessionReader.ts'
import { type AccessTokens, createAccessTokens } from './tokens/accessToken.ts'

declare module 'fastify' {
  interface FastifyInstance {
    accessTokens: AccessTokens
    sessions: SessionReader
  }
}

/**
 * Registers the guard of all calls. It has to come before every other area, because Fastify gives a nested scope only the hooks that exist
 * when the scope is made; an earlier scope would not be guarded.
 */
export const guardPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const accessTokens = createAccessTokens(app.secrets.tokenSigning, app.config.accessTokenMinutes)
    const sessions = createSessionReader()
    app.decorate('accessTokens', accessTokens)
    app.decorate('sessions', sessions)
    guardCalls(app, { db: app.db, clock: app.clock, accessTokens, sessions })
    limitOpenCalls(app)
  },
  { name: 'guard', dependencies: ['platform'] },
)
