import type { FastifyInstance, FastifyReply } from 'fastify'
import { captchaLengthMax } from '../../../rules/captcha.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import { IdParams, RowVersion } from '../../platform/http/bounds.ts'
import { untilNextBeat } from '../answerBeat.ts'
import { findActor } from '../authentication/hooks.ts'
import type { CaptchaGate } from '../captcha/captchaGate.ts'
import type { IdentityServices } from '../services.ts'
import { changeOwnPassword, resetPassword } from './changePassword.ts'
import { changeForgottenPassword, forgottenTexts, requestPasswordLink } from './forgottenPassword.ts'

/** Longer than the policy allows, so that the policy answers with its own text. */
const password = (title: string) => ({ type: 'string', title, minLength: 1, maxLength: 200 }) as const
const newPassword = password('新密碼')
const confirmPassword = password('確認新密碼')

/** The button of 使用者管理 says which version of the account was looked at, as all do; a password is not part of it. */
const updateBody = {
  type: 'object',
  additionalProperties: false,
  required: ['newPassword'],
  properties: { currentPassword: password('目前密碼'), newPassword, confirmPassword, rowVersion: RowVersion },
} as const

const forgottenBody = {
  type: 'object',
  additionalProperties: false,
  required: ['token', 'newPassword', 'confirmPassword'],
  properties: { token: { type: 'string', title: '連結', minLength: 1, maxLength: 64 }, newPassword, confirmPassword },
} as const

const linkBody = {
  type: 'object',
  additionalProperties: false,
  required: ['username', 'email'],
  properties: {
    username: { type: 'string', title: '帳號', minLength: 1, maxLength: 100 },
    email: { type: 'string', title: '電子郵件', format: 'email', maxLength: 100 },
    captcha: { type: 'string', title: '驗證碼', maxLength: captchaLengthMax },
  },
} as const

interface UpdateBody {
  readonly currentPassword?: string
  readonly newPassword: string
  readonly confirmPassword?: string
}

interface LinkBody {
  readonly username: string
  readonly email: string
  readonly captcha?: string
}

interface ForgottenBody {
  readonly token: string
  readonly newPassword: string
  readonly confirmPassword: string
}

export interface PasswordRouteServices extends IdentityServices {
  readonly captcha: CaptchaGate
  forgetSessions(): void
}

/** Changing, resetting and recovering a password (specification 7, domain 4.1). */
export function servePasswords(app: FastifyInstance, services: PasswordRouteServices): void {
  app.put<{ Params: { id: number }; Body: UpdateBody }>(
    '/api/account/users/updatepassword/:id',
    { schema: { params: IdParams, body: updateBody }, config: { permission: 'signedIn', allowedBeforePasswordChange: true } },
    async (request, reply) => {
      const { actor, body } = request
      if (request.params.id === actor.id) await changeOwnPassword(services, actor, completeChange(body))
      else {
        if (!actor.permissions.has('authority.users.resetpassword')) throw apiError('M12')
        await resetPassword(services, actor, request.params.id, body.newPassword)
      }
      services.forgetSessions()
      return done(reply)
    },
  )

  app.post<{ Body: LinkBody }>(
    '/api/account/createForgetPasswordEMail',
    { schema: { body: linkBody }, config: { permission: 'public' } },
    async (request, reply) => {
      const { username: userName, email, captcha } = request.body
      const actor = findActor(request)
      if (!actor) await services.captcha.pass('password', captcha)
      else if (actor.userName !== userName && !actor.permissions.has('authority.users.resetpassword')) throw apiError('M12')
      const begin = performance.now()
      await requestPasswordLink(services, app.mail.enqueue, { userName, email })
      await untilNextBeat(begin)
      return reply.header('x-message-code', 'M04').type('text/plain; charset=utf-8').send(forgottenTexts.sent)
    },
  )

  app.put<{ Body: ForgottenBody }>(
    '/api/account/users/updateForgetPassword',
    { schema: { body: forgottenBody }, config: { permission: 'public' } },
    async (request, reply) => {
      await changeForgottenPassword(services, request.body, request.ip)
      services.forgetSessions()
      return done(reply)
    },
  )
}

/** The own password needs all three fields; the help desk's reset only the new one. */
function completeChange({ currentPassword, newPassword: wanted, confirmPassword: repeated }: UpdateBody) {
  if (currentPassword === undefined) throw fieldsError({ currentPassword: '目前密碼 必填' }, 'M05')
  if (repeated === undefined) throw fieldsError({ confirmPassword: '確認新密碼 必填' }, 'M05')
  return { currentPassword, newPassword: wanted, confirmPassword: repeated }
}

function done(reply: FastifyReply): FastifyReply {
  return reply.header('x-message-code', 'M04').send({})
}
