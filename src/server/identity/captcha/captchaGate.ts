import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { CaptchaChallenge } from '../../../answers/account.ts'
import { type CaptchaAction, captchaActions, captchaLengthMax, captchaTitle } from '../../../rules/captcha.ts'
import { codeCategory } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import type { CaptchaProvider } from './captchaProvider.ts'
import { createProofOfWork } from './proofOfWork.ts'
import { createRecaptcha } from './recaptcha.ts'

/** Keeps machines out of the public forms. Each answer is valid once and for one form. */
export interface CaptchaGate {
  /** What a browser needs to make an answer. */
  challenge(action: CaptchaAction): Promise<CaptchaChallenge>
  /**
   * Checks an answer and marks it as used, even if the rest of the request fails.
   *
   * @throws 400 on `captcha` when it is missing, wrong, too old, was used or belongs to another form
   */
  pass(action: CaptchaAction, answer: string | undefined): Promise<void>
}

const captchaRefused = `「${captchaTitle}」驗證失敗，請再送出一次。`

interface GateOptions {
  readonly db: Database
  readonly clock: { now(): Date }
  readonly config: Config
  /** Secret of the installation, from which the gate derives its own key. */
  readonly secret: Uint8Array
}

/** The provider is chosen at each call, because staff may change 參數設定 while the server runs. */
export function createCaptchaGate({ db, clock, config, secret }: GateOptions): CaptchaGate {
  const proof = createProofOfWork(createHmac('sha256', secret).update('captcha').digest())
  const recaptcha = config.recaptcha && createRecaptcha(config.recaptcha, new URL(config.publicUrl).hostname)
  const choose = async (): Promise<CaptchaProvider> => (recaptcha && !(await isOwnWanted(db, clock.now())) ? recaptcha : proof)
  return {
    challenge: async (action) => (config.captcha === 'off' ? { kind: 'off' } : (await choose()).challenge(action, clock.now())),
    async pass(action, answer = '') {
      if (config.captcha === 'off') return
      const isReadable = answer !== '' && answer.length <= captchaLengthMax
      const passed = isReadable ? await (await choose()).check(action, answer, clock.now()) : undefined
      if (!passed || !(await useUp(db, passed.nonce, passed.expiresAt))) throw fieldsError({ captcha: captchaRefused })
    },
  }
}

/**
 * True when PORTAL.CAPTCHA is `selfhosted`: nothing is sent to Google although there are keys. With the default `builtin`, the keys decide.
 */
async function isOwnWanted(db: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ value: string | null }>`
    select value from code_table
    where category = ${sql.lit(codeCategory.parameter)} and code = 'PORTAL.CAPTCHA' and is_enabled and effective_from <= ${taipeiDate(now)}
    order by effective_from desc limit 1`.execute(db)
  return rows[0]?.value === 'selfhosted'
}

/** Marks an answer as used; false when it was used before. The primary key decides between two concurrent uses. */
async function useUp(db: Database, nonce: string, expiresAt: Date): Promise<boolean> {
  const written = await db
    .insertInto('usedCaptcha')
    .values({ nonce, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

const CaptchaQuery = Type.Object(
  { action: Type.Optional(Type.Unsafe<CaptchaAction>({ type: 'string', enum: captchaActions })) },
  { additionalProperties: false },
)

/** `GET /api/account/captcha?action=register` returns a CaptchaChallenge; without `action`, one for the forgotten password. */
export function serveCaptcha(app: FastifyInstance, gate: CaptchaGate): void {
  typedRoutes(app).get(
    '/api/account/captcha',
    {
      schema: { querystring: CaptchaQuery, response: { 200: CaptchaChallenge } },
      config: { permission: 'public', rateLimit: { max: 300, timeWindow: '10 minutes' } },
    },
    async ({ query }) => gate.challenge(query.action ?? 'password'),
  )
}
