import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { Nothing } from '../../../answers/shapes.ts'
import { captchaLengthMax, captchaTitle } from '../../../rules/captcha.ts'
import { passwordInputMax } from '../../../rules/newPassword.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import { untilNextBeat } from '../../platform/http/guards/answerBeat.ts'
import { IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { asSent } from '../../platform/http/routes/enteredBody.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { KeyedSemaphore } from '../../platform/keyedSemaphore.ts'
import { findActor } from '../authentication/hooks.ts'
import type { CaptchaGate } from '../captcha/captchaGate.ts'
import type { IdentityServices } from '../services.ts'
import { changeOwnPassword, resetPassword } from './changePassword.ts'
import { changeForgottenPassword, forgottenTexts, requestPasswordLink } from './forgottenPassword.ts'

const closed = { additionalProperties: false } as const
const password = (title: string) => Type.String({ title, minLength: 1, maxLength: passwordInputMax, ...asSent })
const newPassword = password('新密碼')
const confirmPassword = password('確認新密碼')

/** Like all buttons, the one in 使用者管理 sends the version of the account, but a password is not part of the account's version. */
const UpdateBody = Type.Object(
  {
    currentPassword: Type.Optional(password('目前密碼')),
    newPassword,
    confirmPassword: Type.Optional(confirmPassword),
    rowVersion: Type.Optional(RowVersion),
  },
  closed,
)

const ForgottenBody = Type.Object(
  { token: Type.String({ title: '連結', minLength: 1, maxLength: 64 }), newPassword, confirmPassword },
  closed,
)

const LinkBody = Type.Object(
  {
    username: Type.String({ title: '帳號', minLength: 1, maxLength: 100 }),
    email: Type.String({ title: '電子郵件', format: 'email', maxLength: 100 }),
    captcha: Type.Optional(Type.String({ title: captchaTitle, maxLength: captchaLengthMax })),
  },
  closed,
)

export interface PasswordRouteServices extends IdentityServices {
  readonly captcha: CaptchaGate
  forgetSessions(): void
}

/** Routes for changing, resetting and recovering a password (specification 7, domain 4.1). */
export function servePasswords(app: FastifyInstance, services: PasswordRouteServices): void {
  const routes = typedRoutes(app)
  /** A change compares the new password with five former ones: one at a time of each user, so that nobody fills the queue of sign-ins. */
  const turns = new KeyedSemaphore(1)

  routes.put(
    '/api/account/users/updatepassword/:id',
    {
      schema: { params: IdParams, body: UpdateBody, response: { 200: Nothing } },
      config: { permission: 'signedIn', allowedBeforePasswordChange: true },
    },
    async ({ actor, body, params }, reply) => {
      const inTurn = (work: () => Promise<void>) => turns.run(`user ${actor.id}`, work)
      if (params.id === actor.id) await inTurn(() => changeOwnPassword(services, actor, completeChange(body)))
      else {
        if (!actor.permissions.has('authority.users.resetpassword')) throw apiError('M12')
        await inTurn(() => resetPassword(services, actor, params.id, body.newPassword))
      }
      services.forgetSessions()
      return reply.header('x-message-code', 'M04').send({})
    },
  )

  routes.post(
    '/api/account/createForgetPasswordEMail',
    { schema: { body: LinkBody, response: { 200: contentAnswer('text/plain') } }, config: { permission: 'public' } },
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

  routes.put(
    '/api/account/users/updateForgetPassword',
    { schema: { body: ForgottenBody, response: { 200: Nothing } }, config: { permission: 'public' } },
    async ({ body, ip }, reply) => {
      await turns.run(`link ${body.token}`, () => changeForgottenPassword(services, body, ip))
      services.forgetSessions()
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}

/** Changing the own password needs all three fields; the help desk's reset needs only the new password. */
function completeChange({ currentPassword, newPassword: wanted, confirmPassword: repeated }: Static<typeof UpdateBody>) {
  if (currentPassword === undefined) throw fieldsError({ currentPassword: '目前密碼 必填' }, 'M05')
  if (repeated === undefined) throw fieldsError({ confirmPassword: '確認新密碼 必填' }, 'M05')
  return { currentPassword, newPassword: wanted, confirmPassword: repeated }
}
