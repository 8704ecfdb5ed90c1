import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/tables.ts'
import { refuseFields } from '../../platform/errors.ts'
import { checkCaptcha, createCaptcha } from './captcha.ts'

/** Lets a visitor's form through when the digits of its picture were typed; each picture once. */
export interface CaptchaGate {
  /**
   * Uses the picture up, whatever comes after.
   *
   * @throws 400 on `captcha` when the answer is missing, wrong, too old, was used or belongs to another form
   */
  pass(action: CaptchaAction, answer: { readonly captchaId?: string | undefined; readonly captcha?: string | undefined }): Promise<void>
}

/** The forms of visitors; each has pictures of its own. */
const captchaActions = ['password', 'register', 'apply', 'login', 'exchange'] as const
export type CaptchaAction = (typeof captchaActions)[number]

interface GateOptions {
  readonly db: Database
  readonly clock: { now(): Date }
  readonly key: Uint8Array
  readonly isOn: boolean
}

/** A key of its own, derived: keys are never shared between purposes. */
export function captchaKey(secret: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update('captcha').digest()
}

export function createCaptchaGate({ db, clock, key, isOn }: GateOptions): CaptchaGate {
  return {
    async pass(action, { captchaId = '', captcha = '' }) {
      if (!isOn) return
      const checked = checkCaptcha(key, { id: captchaId, answer: captcha, action }, clock.now())
      if (!checked || !(await useUp(db, checked.nonce, checked.expiresAt))) throw refuseFields({ captcha: '驗證碼錯誤，請重新輸入。' })
    },
  }
}

/** False when somebody used it before; the primary key decides between two at once. */
async function useUp(db: Database, nonce: string, expiresAt: Date): Promise<boolean> {
  const written = await db
    .insertInto('usedCaptcha')
    .values({ nonce, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

const captchaQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { action: { type: 'string', enum: captchaActions, default: 'password' } },
} as const

/** `GET /api/account/captcha?action=register` -> `{id, image}`; without `action` for the forgotten password. */
export function serveCaptcha(app: FastifyInstance, key: Uint8Array): void {
  app.get<{ Querystring: { action: CaptchaAction } }>(
    '/api/account/captcha',
    { schema: { querystring: captchaQuery }, config: { permission: 'public' } },
    async (request) => createCaptcha(key, app.clock.now(), request.query.action),
  )
}
