import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaChallenge } from '../../answers/account.ts'

/** A captcha as the server makes it, with very little work. */
export async function smallCaptcha(): Promise<CaptchaChallenge> {
  const keys = { hmacSignatureSecret: 'challenge', hmacKeySignatureSecret: 'solution' }
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 3, deriveKey, ...keys })
  return { kind: 'proof', lifeSeconds: 1200, challenge }
}
