import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type TokenError, Tokens, tokenRefusal } from '../../answers/account.ts'
import { logCategory, logLevel } from '../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../rules/dates.ts'
import { untilNextBeat } from '../platform/http/guards/answerBeat.ts'
import { limitKeyOf } from '../platform/http/guards/callerAddress.ts'
import { asSent } from '../platform/http/routes/enteredBody.ts'
import { typedRoutes } from '../platform/http/routes/routeAnswers.ts'
import type { Account } from './accounts.ts'
import { subjectOfSession } from './authentication/antiForgery.ts'
import { accountBlocked } from './authentication/authenticate.ts'
import type { CaptchaGate } from './captcha/captchaGate.ts'
import { needsCaptcha } from './login/loginCaptcha.ts'
import { type LoginOutcome, signInByPassword } from './login/passwordLogin.ts'
import { signInByRefresh } from './login/refreshLogin.ts'
import { readParameter } from './parameters.ts'
import { tooManyTries } from './passwords/passwordHasher.ts'
import type { IdentityServices } from './services.ts'
import type { ClientId } from './tables.ts'
import { buildClaims, judgePassword } from './tokens/claims.ts'

/** The form of `POST /connect/token` (specification 7). Further fields such as `scope` are accepted and ignored. */
type TokenForm = Readonly<Record<string, string | undefined>>

export interface ConnectServices extends IdentityServices {
  readonly captcha: CaptchaGate
}

/** Longer account names and passwords cannot be real, so they are refused before hashing. */
const fieldLengthMax = 200

/** `POST /connect/token`: signs in by password, or exchanges a refresh token for new tokens. */
export function serveConnect(app: FastifyInstance, services: ConnectServices): void {
  const properties = {
    username: { type: 'string', title: '帳號', maxLength: 4000 },
    password: { type: 'string', title: '密碼', maxLength: 4000, ...asSent },
  } as const
  const other = { type: 'string', maxLength: 4000 } as const
  const body = Type.Unsafe<TokenForm>({ type: 'object', properties, additionalProperties: other, maxProperties: 20 })
  const schema = { body, response: { 200: Tokens, 400: tokenRefusal } }
  typedRoutes(app).post('/connect/token', { schema, config: { permission: 'public' } }, async (request, reply) => {
    const form = request.body
    const clientId = findClient(form.client_id)
    if (!clientId) return refusedToken(reply, { error: 'invalid_client', err: '用戶端識別碼錯誤。' })
    if (form.grant_type === 'password') return answerPassword(app, services, { request, reply, clientId })
    if (form.grant_type === 'refresh_token') return answerRefresh(app, services, { request, reply, clientId })
    return refusedToken(reply, { error: 'unsupported_grant_type', err: '不支援的授權類型。' })
  })
}

function findClient(clientId: string | undefined): ClientId | undefined {
  return clientId === 'console' || clientId === 'portal' ? clientId : undefined
}

interface AnswerPasswordInput {
  readonly request: FastifyRequest<{ Body: TokenForm }>
  readonly reply: FastifyReply
  readonly clientId: ClientId
}

async function answerPassword(
  app: FastifyInstance,
  services: ConnectServices,
  { request, reply, clientId }: AnswerPasswordInput,
): Promise<Tokens | TokenError> {
  const { username: userName = '', password = '' } = request.body
  if (userName === '' || password === '' || userName.length > fieldLengthMax || password.length > fieldLengthMax) {
    return refusedToken(reply, { error: 'invalid_request', err: '帳號、密碼 必填' })
  }
  const now = services.clock.now()
  if (clientId === 'portal' && (await needsCaptcha(services.db, userName, now))) await services.captcha.pass('login', request.body.captcha)
  const waitSeconds = await services.loginFailures.take(limitKeyOf(request.ip), now)
  if (waitSeconds > 0) throw tooManyTries(waitSeconds)

  const begin = performance.now()
  const { tax_number: taxNumber = '' } = request.body
  const userAgent = request.headers['user-agent'] ?? null
  const outcome = await signInByPassword(services, { userName, password, clientId, taxNumber, ipAddress: request.ip, userAgent })
  logSignIn(app, request, outcome)
  if (outcome.kind === 'refused') {
    await untilNextBeat(begin)
    return refusedToken(reply, { error: 'invalid_grant', err: outcome.err })
  }
  await services.loginFailures.forgive(limitKeyOf(request.ip))
  return issueTokens(services, request, outcome)
}

interface AnswerRefreshInput {
  readonly request: FastifyRequest<{ Body: TokenForm }>
  readonly reply: FastifyReply
  readonly clientId: ClientId
}

async function answerRefresh(
  app: FastifyInstance,
  services: ConnectServices,
  { request, reply, clientId }: AnswerRefreshInput,
): Promise<Tokens | TokenError> {
  const outcome = await signInByRefresh(services, request.body.refresh_token ?? '', clientId)
  if (outcome.kind === 'refreshed') return issueTokens(services, request, outcome)
  if (outcome.kind === 'blocked') throw accountBlocked()
  if (outcome.kind === 'reused') {
    app.activity.write({
      category: logCategory.signIn,
      level: logLevel.warning,
      userName: outcome.userName,
      message: '更新權杖重複使用，已終止連線',
      ipAddress: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
    })
  }
  return refusedToken(reply, { error: 'invalid_grant', err: '連線逾時，請重新登入' })
}

interface SignedIn {
  readonly account: Account
  readonly sessionId: string
  readonly refreshToken: string
}

async function issueTokens(
  services: ConnectServices,
  request: FastifyRequest,
  { account, sessionId, refreshToken }: SignedIn,
): Promise<Tokens> {
  const now = services.clock.now()
  const today = taipeiDate(now)
  const warnDays = await readParameter(services.db, 'PASSWORD.WARN_DAYS', today)
  const claims = buildClaims(account, judgePassword(account, today, addDays(today, warnDays)))
  const subject = { userId: account.id, sessionId, userVersion: account.userVersion }
  request.forgerySubject = subjectOfSession(sessionId)
  return {
    access_token: await services.accessTokens.sign(subject, claims, now),
    refresh_token: refreshToken,
    expires_in: services.accessTokens.lifeSeconds,
    token_type: 'Bearer',
  }
}

function refusedToken(reply: FastifyReply, error: TokenError): TokenError {
  reply.code(400).header('x-error-code', error.error)
  return error
}

function logSignIn(app: FastifyInstance, request: FastifyRequest, outcome: LoginOutcome): void {
  const isGood = outcome.kind === 'signedIn'
  app.activity.write({
    category: logCategory.signIn,
    level: isGood ? logLevel.info : logLevel.warning,
    // Logs only names of existing accounts, because a password may have been typed into the account field.
    userName: isGood ? outcome.account.userName : outcome.userName,
    message: isGood ? '登入成功' : '登入失敗',
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
  })
}
