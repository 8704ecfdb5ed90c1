import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/tables.ts'
import { refuseFields } from '../../platform/errors.ts'
import { checkCaptcha, createCaptcha } from './captcha.ts'

/** Lets a visitor's form through when the digits of its picture were typed; each picture once. */
export interface CaptchaGate {
  /** @throws 400 on `captcha` when the answer is missing, wrong, too old or was used */
  pass(answer: { readonly captchaId?: string | undefined; readonly captcha?: string | undefined }): Promise<void>
}

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
    async pass({ captchaId = '', captcha = '' }) {
      if (!isOn) return
      const checked = checkCaptcha(key, captchaId, captcha, clock.now())
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

/** `GET /api/account/captcha` -> `{id, image}`. */
export function serveCaptcha(app: FastifyInstance, key: Uint8Array): void {
  app.get('/api/account/captcha', { config: { permission: 'public' } }, async () => createCaptcha(key, app.clock.now()))
}
