import { expect, type Locator, type Page } from '@playwright/test'
import { passwordForm, tokenPath } from '../../../src/client/http/tokenForms.ts'
import { parseAccessToken } from '../../../src/client/session/claims.ts'
import { createStoredSession } from '../../../src/client/session/storedSession.ts'
import { parseTokenAnswer } from '../../../src/client/session/tokens.ts'
import { journeyEnvironment } from './environment.ts'

/** Password of every demo account (domain 10). */
export const demoPassword = (account: string) => `Demo!2025${account}`

export async function signIn(page: Page, account: string, password = demoPassword(account)): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('帳號').fill(account)
  await page.getByLabel('密碼', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登入' }).click()
}

export async function signInToNoticeboard(page: Page, account: string, password?: string): Promise<void> {
  await signIn(page, account, password)
  await expect(page).toHaveURL(/\/noticeboard$/)
}

/**
 * Takes up a session as the form leaves it, where a journey is about something else: the form and the first page behind it cost more than
 * many a journey. It opens a page of its own next.
 */
export async function takeUpSession(page: Page, account: string): Promise<void> {
  const { baseUrl } = journeyEnvironment()
  const answer = await fetch(baseUrl + tokenPath, { method: 'POST', body: passwordForm('console', account, demoPassword(account)) })
  if (!answer.ok) throw new Error(`${account} cannot sign in: ${await answer.text()}`)
  const tokens = parseTokenAnswer(await answer.json(), Date.now())
  const { user, permissions } = parseAccessToken(tokens.access_token)
  const localStorage: { name: string; value: string }[] = []
  const session = createStoredSession({ setItem: (name, value) => void localStorage.push({ name, value }) } as Storage)
  session.saveTokens(tokens)
  session.saveUser(user)
  session.savePermissions(permissions)
  session.saveXsrfToken(answer.headers.get('x-xsrf-token') ?? '')
  await page.context().setStorageState({ cookies: [], origins: [{ origin: baseUrl, localStorage }] })
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '設定', exact: true }).click()
  await page
    .getByRole('button', { name: '登出' })
    .or(page.getByRole('menuitem', { name: '登出' }))
    .click()
  await expect(page).toHaveURL(/\/login/)
}

/** A text box by its accessible name; the visible label also carries the mark of required fields. */
export function textBox(form: Locator, label: string): Locator {
  return form.getByRole('textbox', { name: label, exact: true })
}

/** Collects what must never happen in a journey: script errors and violations of the Content-Security-Policy. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`pageerror: ${error.message}`))
  page.on('console', (entry) => {
    if (entry.type() !== 'error') return
    const text = entry.text()
    // Journeys include refused requests (wrong password, conflict), which the browser logs as errors; these are ignored.
    if (text.startsWith('Failed to load resource')) return
    problems.push(`console: ${text}`)
  })
  return problems
}
