import { expect, type Locator, type Page } from '@playwright/test'

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
