import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'
import type { CaptchaProvider } from './captchaProvider.ts'

/** Filling in the longest form takes less; the browser asks again by itself when this is over. */
const lifeSeconds = 20 * 60
/** Iterations of one try. */
const cost = 5000
/** Tries a browser needs: a third of a second of a desktop computer, a few seconds of an old phone. */
const triesMin = 200
const triesMax = 400

interface ProofAnswer {
  readonly challenge: Challenge
  readonly solution: Solution
}

/**
 * The self-hosted captcha: the browser has to find a number, which costs it work, and the server sees at once whether it is the right one
 * (altcha.org). Nobody has to read, hear or solve anything, and nothing leaves the installation. Nothing is stored: the challenge is signed.
 */
export function createProofOfWork(key: Uint8Array): CaptchaProvider {
  const derived = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex')
  const keys = { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('solution') }
  return {
    async challenge(action, now) {
      // The end is part of what is signed, and judged by the clock of the product: the library would use the system's.
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
      // The signature was checked, so the parameters are our own from here on.
      const { nonce, data } = given.challenge.parameters
      const expiresAt = new Date(Number(data?.expiresAt))
      return data?.action === action && expiresAt > now ? { nonce, expiresAt } : undefined
    },
  }
}

/** Checks the shape only; the content is checked by its signature. */
function parseAnswer(answer: string): ProofAnswer | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(answer, 'base64').toString())
    if (!isObject(value) || !isObject(value.challenge) || !isObject(value.solution)) return undefined
    const { parameters, signature } = value.challenge
    if (!isObject(parameters) || typeof signature !== 'string') return undefined
    // Without this signature the library would derive the key itself, with a cost that the visitor chose.
    return typeof parameters.keySignature === 'string' ? (value as unknown as ProofAnswer) : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
