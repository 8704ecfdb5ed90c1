import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { transact } from '../platform/database/transact.ts'
import { createTryLimit } from '../platform/tryLimit.ts'
import { type CaptchaGate, createCaptchaGate, serveCaptcha } from './captcha/captchaGate.ts'
import { serveConnect } from './connectRoutes.ts'
import { registerJobs } from './jobs.ts'
import { createPasswordHasher } from './passwords/passwordHasher.ts'
import { servePasswords } from './passwords/passwordRoutes.ts'
import { outsideGrants } from './permissions/merchantGrants.ts'
import { isKnownPermission } from './permissions/permissionTree.ts'
import { serveRoleMatrix } from './permissions/roleMatrixRoutes.ts'
import { seedRoles } from './permissions/seedRoles.ts'
import { createRoleHooks } from './roleHooks.ts'
import type { IdentityServices } from './services.ts'
import { createUserHooks } from './userHooks.ts'
import { serveAccounts } from './users/accountRoutes.ts'
import { serveUserImport } from './users/importRoutes.ts'
import { createPortalAccounts, type PortalAccounts } from './users/portalAccounts.ts'
import { roleOptions } from './users/roleDictionary.ts'
import { createUserOptions, userLabels } from './users/userDictionary.ts'

const minuteMs = 60_000
const loginWindowMs = 10 * minuteMs
const resetWindowMs = 60 * minuteMs

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks the captchas of public forms. */
    captcha: CaptchaGate
    /** Accounts of corporate members. */
    portalAccounts: PortalAccounts
  }
}

/** Accounts, roles and tokens. */
export const identityPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const services = createServices(app)
    const forgetSessions = () => app.sessions.forgetAll()
    const catalog = () => app.documents.current()
    const captcha = createCaptchaGate({ db: app.db, clock: app.clock, config: app.config, secret: app.secrets.lookupHash })

    app.decorate('captcha', captcha)
    app.decorate('portalAccounts', createPortalAccounts())

    await transact(app.db, seedRoles)
    const roleServices = {
      isKnownPermission: (name: string) => isKnownPermission(catalog(), name),
      isForOutside: (name: string, forType: string) => outsideGrants(catalog(), forType)(name),
      forgetSessions,
    }
    app.records.register('role', createRoleHooks(roleServices))
    app.records.register('user', createUserHooks({ ...services, enqueueMail: app.mail.enqueue, forgetSessions }))
    app.dictionaries.register('Role', roleOptions)
    app.dictionaries.register('User', createUserOptions(catalog), userLabels)

    serveConnect(app, { ...services, captcha })
    servePasswords(app, { ...services, captcha, forgetSessions })
    serveCaptcha(app, captcha)
    serveAccounts(app, {
      catalog,
      findOptions: (name, actor, strArg) => app.dictionaries.find(name, { db: app.db, actor, strArg }),
      forgetSessions,
    })
    serveRoleMatrix(app)
    serveUserImport(app, {
      ...services,
      records: app.records,
      userScreen: () => app.documents.screen('/_authority/users') ?? null,
    })
    registerJobs(app, forgetSessions)
  },
  { name: 'identity', dependencies: ['platform', 'guard', 'screens', 'records'] },
)

function createServices(app: FastifyInstance): IdentityServices {
  const { config, secrets } = app
  return {
    db: app.db,
    clock: app.clock,
    hasher: createPasswordHasher(),
    accessTokens: app.accessTokens,
    sessionLife: { idleMinutes: config.refreshIdleMinutes, absoluteHours: config.refreshAbsoluteHours },
    lockMinutes: config.lockMinutes,
    publicUrl: config.publicUrl,
    refreshKey: secrets.refreshToken,
    loginFailures: createTryLimit(app.db, { name: 'login', triesMax: config.loginFailuresPerAddress, windowMs: loginWindowMs }),
    resetRequests: createTryLimit(app.db, { name: 'reset', triesMax: config.forgotPasswordPerHour, windowMs: resetWindowMs }),
  }
}
