import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaChallenge } from '../../src/answers/account.ts'
import type { CaptchaAction } from '../../src/rules/captcha.ts'

/** Solves a captcha like a browser, in a third of a second. @returns the field `captcha` of a form */
export async function workOut(given: CaptchaChallenge): Promise<string> {
  if (given.kind !== 'proof') throw new Error(`a captcha of the kind ${given.kind} cannot be worked out`)
  const { challenge } = given
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

interface Caller {
  inject(options: { method: 'GET'; url: string }): Promise<{ json(): unknown }>
}

/** Requests a captcha for a form and solves it. */
export async function solveCaptcha(server: Caller, action: CaptchaAction): Promise<{ captcha: string }> {
  const answer = await server.inject({ method: 'GET', url: `/api/account/captcha?action=${action}` })
  return { captcha: await workOut(answer.json() as CaptchaChallenge) }
}
