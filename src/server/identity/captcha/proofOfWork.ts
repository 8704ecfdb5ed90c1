import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'
import type { CaptchaProvider } from './captchaProvider.ts'

/** Enough to fill in the longest form. The browser gets a new challenge by itself after this time. */
const lifeSeconds = 20 * 60
/** Hash iterations of one attempt. */
const cost = 5000
/** Attempts that a browser needs: a third of a second on a desktop computer, a few seconds on an old phone. */
const triesMin = 200
const triesMax = 400

interface ProofAnswer {
  readonly challenge: Challenge
  readonly solution: Solution
}

/**
 * The self-hosted captcha: the browser has to find a number, which costs work, and the server checks it at once (altcha.org). Users have
 * nothing to read, hear or solve, and nothing is sent to others. Nothing is stored, because the challenge is signed.
 */
export function createProofOfWork(key: Uint8Array): CaptchaProvider {
  const derived = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex')
  const keys = { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('solution') }
  return {
    async challenge(action, now) {
      // The expiry is signed as data and checked by the clock of the product, because the library would use the system's clock.
      const data = { action, expiresAt: now.getTime() + lifeSeconds * 1000 }
      const counter = randomInt(triesMin, triesMax + 1)
      return {
        kind: 'proof',
        lifeSeconds,
        challenge: await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost, counter, deriveKey, data, ...keys }),
      }
    },
    async check(action, answer, now) {
      const given = parseAnswer(answer)
      if (!given) return undefined
      const { verified } = await verifySolution({ ...given, deriveKey, ...keys })
      if (!verified) return undefined
      // The signature is valid, so the parameters are our own.
      const { nonce, data } = given.challenge.parameters
      const expiresAt = new Date(Number(data?.expiresAt))
      return data?.action === action && expiresAt > now ? { nonce, expiresAt } : undefined
    },
  }
}

/** Checks only the shape; the signature proves the content. */
function parseAnswer(answer: string): ProofAnswer | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(answer, 'base64').toString())
    if (!isObject(value) || !isObject(value.challenge) || !isObject(value.solution)) return undefined
    const { parameters, signature } = value.challenge
    if (!isObject(parameters) || typeof signature !== 'string') return undefined
    // Without this signature the library would derive the key itself, with a cost chosen by the visitor.
    return typeof parameters.keySignature === 'string' ? (value as unknown as ProofAnswer) : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
