import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { accessProblems } from './access.ts'
import { journeyEnvironment } from './environment.ts'
import { pressRowAction } from './rowAction.ts'

/** A picture that is accepted as a certificate. */
export const certificate = join(journeyEnvironment().projectRoot, 'src/server/demo/pictures/certificate.png')
export interface Applicant {
  readonly companyName: string
  readonly taxNumber: string
  readonly email: string
}

export const byLabel = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Everything but the certificate, the consent and the captcha. */
export async function fillApplication(page: Page, { companyName, taxNumber, email }: Applicant): Promise<void> {
  await byLabel(page, '公司行號').check()
  const texts: Record<string, string> = {
    統一編號: taxNumber,
    '公司／機關名稱': companyName,
    負責人: '林怡君',
    地址: '信義路四段1號',
    電話區碼: '02',
    電話號碼: '27551234',
    分機: '12',
    聯絡人: '陳柏翰',
    手機: '0912345678',
    電子郵件: email,
  }
  for (const [label, value] of Object.entries(texts)) await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByRole('combobox', { name: '行業別' }).selectOption({ label: '資訊科技' })
  await page.getByRole('combobox', { name: '縣市' }).selectOption({ label: '臺北市' })
  await page.getByRole('combobox', { name: '鄉鎮市區' }).selectOption({ label: '大安區' })
  await expect(page.getByRole('textbox', { name: '區號', exact: true })).toHaveValue('106')
  await expect(page.getByRole('textbox', { name: '發票寄送信箱' })).toHaveValue(email)
}

export async function expectNoViolations(page: Page): Promise<void> {
  expect(await accessProblems(page)).toEqual([])
}

/** The page has all its parts: its script has drawn it, and what it shows has come. */
export async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('#content > .page > *')).not.toHaveCount(0)
  await expect(page.locator('#content .spinner')).toHaveCount(0)
}

/** The whole page is no wider than the screen, and accessible. */
export async function expectFits(page: Page, path: string): Promise<void> {
  await expectWhole(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBe(0)
  await expectNoViolations(page)
}

export const connectionLost = (page: Page) => page.getByText('主機沒有連線').last()

/** Does something while offline, and goes online again after its call has failed and the page has said so. */
export async function withoutConnection(page: Page, act: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true)
  // The text alone may belong to an earlier call, because it stays for half a minute.
  const failed = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname.startsWith('/api/'))
  await act()
  await failed
  await expect(connectionLost(page)).toBeVisible()
  await page.context().setOffline(false)
}

/** Approves the only row. Some approvals ask for a confirmation with warnings. */
export async function approveRow(page: Page): Promise<void> {
  await pressRowAction(page.locator('tbody tr').first(), '核准')
  const confirm = (role: 'dialog' | 'alertdialog') => page.getByRole(role).getByRole('button', { name: '確定' })
  await confirm('dialog').click()
  const approved = page.getByRole('cell', { name: '已啟用' })
  await expect(approved.or(confirm('alertdialog')).first()).toBeVisible()
  if (await confirm('alertdialog').isVisible()) await confirm('alertdialog').click()
  await expect(approved).toBeVisible()
}
