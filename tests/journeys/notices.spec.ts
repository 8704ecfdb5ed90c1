import { expect, type Page, test } from '@playwright/test'
import { takeUpSession } from './support/console.ts'

/** The button can be pressed: whatever lies at its middle is the button. */
const isFree = (page: Page, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .last()
    .evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} px a notice leaves the header, and the cross of a dialog, to be pressed`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await takeUpSession(page, 'mkt01')
    // A screen that the account may not open answers with a notice.
    await page.goto('/_accounting/statements')
    const notice = page.locator('.Toastify__toast')
    // It closes by itself, but not below the pointer.
    await notice.hover()
    // Their own style comes late, and has a paler ink.
    await expect(notice).toHaveCSS('color', await page.locator('body').evaluate((body) => getComputedStyle(body).color))
    await expect.poll(() => isFree(page, '設定')).toBe(true)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: '鍵盤快速鍵' })).toBeVisible()
    await expect(notice).toBeVisible()
    await expect.poll(() => isFree(page, '關閉')).toBe(true)
  })
}

test('a notice whose looks do not come is a plain text, and the next one has them', async ({ page }) => {
  const looks = '**/assets/toasts-*.js'
  await page.route(looks, (route) => route.abort('internetdisconnected'))
  await page.goto('/login')
  const submit = page.getByRole('button', { name: '登入' })
  await page.getByLabel('帳號').fill(`nobody_${Date.now()}`)
  await page.getByLabel('密碼', { exact: true }).fill('Wrong-password-1')
  await submit.click()
  const plain = page.getByRole('alert').filter({ hasText: '❌ 帳號密碼輸入錯誤（第1次）' })
  await expect(plain).toBeVisible()
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  await page.unroute(looks)
  await submit.click()
  await expect(page.locator('.Toastify__toast').filter({ hasText: '❌ 帳號密碼輸入錯誤（第2次）' })).toBeVisible()
})
