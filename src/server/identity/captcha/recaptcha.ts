import { createHash } from 'node:crypto'
import type { RecaptchaConfig } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'
import type { CaptchaProvider } from './captchaProvider.ts'

/** Google's verdict on an answer (reCAPTCHA v3, siteverify). */
interface Verdict {
  readonly success?: unknown
  readonly action?: unknown
  readonly hostname?: unknown
  /** From 0, a machine, to 1, a person. */
  readonly score?: unknown
}

/** Google's recommended start value. */
const scoreMin = 0.5
/** Google accepts a token for two minutes; we refuse copies for longer. */
const rememberedMs = 10 * 60_000
const timeoutMs = 5000
/** A verdict has about 200 bytes. */
const verdictLengthMax = 10_000

/**
 * Google reCAPTCHA v3, for installations with keys: the browser gets a token for one action, and Google verifies it.
 *
 * @param hostname of our own pages; a token made on another site is refused
 */
export function createRecaptcha({ siteKey, secretKey, verifyUrl }: RecaptchaConfig, hostname: string): CaptchaProvider {
  return {
    challenge: async () => ({ kind: 'recaptcha', siteKey }),
    async check(action, answer, now) {
      if (answer.trim() === '') return undefined
      const { success, action: madeFor, hostname: madeOn, score } = await askGoogle(verifyUrl, { secret: secretKey, response: answer })
      if (success !== true || madeFor !== action || madeOn !== hostname || !(typeof score === 'number' && score >= scoreMin))
        return undefined
      return { nonce: createHash('sha256').update(answer).digest('hex'), expiresAt: new Date(now.getTime() + rememberedMs) }
    },
  }
}

async function askGoogle(verifyUrl: string, form: Readonly<Record<string, string>>): Promise<Verdict> {
  try {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams(form),
      // A redirect to another address counts as a failure.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    if (!answer.ok || text.length > verdictLengthMax) throw new Error(`siteverify answered ${answer.status}`)
    const verdict: unknown = JSON.parse(text)
    return typeof verdict === 'object' && verdict !== null ? verdict : {}
  } catch (cause) {
    // When Google cannot be reached, the request is refused and not let through unchecked.
    throw new ApiError(503, 'E5030', '驗證服務暫時無法使用，請稍後再試。', { cause })
  }
}
