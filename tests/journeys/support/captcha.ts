import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { answerOf } from '../../../src/server/identity/captcha/captcha.ts'
import { captchaKey } from '../../../src/server/identity/captcha/captchaGate.ts'
import { journeyEnvironment } from './environment.ts'

/** The next picture that a page gets; ask before doing what brings it. */
export function nextCaptcha(page: Page): Promise<Response> {
  return page.waitForResponse((response) => response.url().includes('/api/account/captcha') && response.ok())
}

/** Reads the digits of a picture as nobody else can: with the key of this run's own installation. */
export async function readCaptcha(response: Response): Promise<string> {
  const { id } = (await response.json()) as { id: string }
  const [nonce = '', end = ''] = id.split('.')
  const secrets = JSON.parse(readFileSync(join(journeyEnvironment().server.DATA_DIR ?? '', 'secrets.json'), 'utf8')) as {
    lookupHash: string
  }
  return answerOf(captchaKey(Buffer.from(secrets.lookupHash, 'hex')), nonce, end)
}
