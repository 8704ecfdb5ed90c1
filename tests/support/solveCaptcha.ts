import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaChallenge } from '../../src/answers/account.ts'
import type { CaptchaAction } from '../../src/rules/captcha.ts'

/** Does the work of a captcha as a browser does, in a third of a second. @returns the field `captcha` of a form */
export async function workOut(given: CaptchaChallenge): Promise<string> {
  if (given.kind !== 'proof') throw new Error(`a captcha of the kind ${given.kind} cannot be worked out`)
  const { challenge } = given
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

interface Caller {
  inject(options: { method: 'GET'; url: string }): Promise<{ json(): unknown }>
}

/** Asks for a captcha of a form and answers it. */
export async function solveCaptcha(server: Caller, action: CaptchaAction): Promise<{ captcha: string }> {
  const answer = await server.inject({ method: 'GET', url: `/api/account/captcha?action=${action}` })
  return { captcha: await workOut(answer.json() as CaptchaChallenge) }
}
