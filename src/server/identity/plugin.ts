import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { transact } from '../platform/database/transact.ts'
import { guardCalls } from './authentication/hooks.ts'
import { createSessionReader } from './authentication/sessionReader.ts'
import { captchaKey, createCaptchaGate, serveCaptcha } from './captcha/captchaGate.ts'
import { registerJobs } from './jobs.ts'
import { createFailureLimit } from './login/failureLimit.ts'
import { createPasswordHasher } from './passwords/passwordHasher.ts'
import { servePasswords } from './passwords/passwordRoutes.ts'
import { isKnownPermission } from './permissions/permissionTree.ts'
import { seedRoles } from './permissions/seedRoles.ts'
import { createRoleHooks } from './roleHooks.ts'
import type { IdentityServices } from './services.ts'
import { createAccessTokens } from './tokens/accessToken.ts'
import { serveConnect } from './tokens/connectRoutes.ts'
import { createUserHooks } from './userHooks.ts'
import { serveAccounts } from './users/accountRoutes.ts'
import { createPreparedPasswords } from './users/preparedPasswords.ts'
import { roleOptions } from './users/roleDictionary.ts'

const minuteMs = 60_000
const loginWindowMs = 10 * minuteMs
const resetWindowMs = 60 * minuteMs
const passwordCheckWindowMs = 15 * minuteMs
/** Wrong present passwords of one account in the change form. */
const passwordChecksMax = 5

/** Accounts, roles, tokens and the guard of all calls. */
export const identityPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const services = createServices(app)
    const sessions = createSessionReader()
    const prepared = createPreparedPasswords()
    const forgetSessions = () => sessions.forgetAll()
    const catalog = () => app.documents.current()
    const captchaSecret = captchaKey(app.secrets.lookupHash)
    const captcha = createCaptchaGate({ db: app.db, clock: app.clock, key: captchaSecret, isOn: app.config.captcha === 'on' })

    guardCalls(app, { db: app.db, clock: app.clock, accessTokens: services.accessTokens, sessions })
    await transact(app.db, seedRoles)
    app.records.register('role', createRoleHooks({ isKnownPermission: (name) => isKnownPermission(catalog(), name), forgetSessions }))
    app.records.register('user', createUserHooks({ ...services, prepared, enqueueMail: app.mail.enqueue, forgetSessions }))
    app.dictionaries.register('Role', roleOptions)

    serveConnect(app, services)
    servePasswords(app, { ...services, captcha, forgetSessions })
    serveCaptcha(app, captchaSecret)
    serveAccounts(app, {
      catalog,
      findOptions: (name, actor, strArg) => app.dictionaries.find(name, { db: app.db, actor, strArg }),
      forgetSessions,
    })
    registerJobs(app, forgetSessions)
  },
  { name: 'identity', dependencies: ['platform', 'screens', 'records'] },
)

function createServices(app: FastifyInstance): IdentityServices {
  const { config, secrets } = app
  return {
    db: app.db,
    clock: app.clock,
    hasher: createPasswordHasher(),
    accessTokens: createAccessTokens(secrets.tokenSigning, config.accessTokenMinutes),
    sessionLife: { idleMinutes: config.refreshIdleMinutes, absoluteHours: config.refreshAbsoluteHours },
    lockMinutes: config.lockMinutes,
    publicUrl: config.publicUrl,
    refreshKey: secrets.refreshToken,
    loginFailures: createFailureLimit(config.loginFailuresPerAddress, loginWindowMs),
    resetRequests: createFailureLimit(config.forgotPasswordPerHour, resetWindowMs),
    passwordChecks: createFailureLimit(passwordChecksMax, passwordCheckWindowMs),
  }
}
