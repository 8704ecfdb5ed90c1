import { expect, type Page, test } from '@playwright/test'
import { signInToNoticeboard, takeUpSession, textBox } from './support/console.ts'

const missing = '這個部分無法載入，請確認網路連線後重試；若仍無法載入，請重新整理畫面。'

/** Loses the code of some parts, as a network does that fails for a moment. @returns function that brings it back */
async function lose(page: Page, parts: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/(?:${parts})-[^/]*\\.js$`)
  await page.route(files, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(files)
}

test('a part whose code does not come leaves its page standing, and comes when it is asked for again', async ({ page }) => {
  const bringBack = await lose(page, 'DashboardBoard|Shortcuts')
  await signInToNoticeboard(page, 'mkt01')
  await expect(page.getByRole('alert').filter({ hasText: missing })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '公告' })).toBeVisible()
  await bringBack()
  await page.getByRole('button', { name: '重試' }).click()
  await expect(page.locator('.dashboard')).toBeVisible()
})

test('a field whose code does not come takes nothing that was entered around it', async ({ page }) => {
  const bringBack = await lose(page, 'RichTextEditor')
  await takeUpSession(page, 'mkt01')
  await page.goto('/_announcement/announcements')
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await textBox(form, '標題').fill('打到一半的公告')
  await expect(form.getByRole('alert').filter({ hasText: missing })).toBeVisible()
  await bringBack()
  await form.getByRole('button', { name: '重試' }).click()
  await expect(form.locator('[contenteditable=true]')).toBeVisible()
  await expect(textBox(form, '標題')).toHaveValue('打到一半的公告')
})

test('a dialog whose code does not come leaves the list, and opens when it is asked for again', async ({ page }) => {
  const bringBack = await lose(page, 'ColumnDialog')
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/companies')
  await page.getByRole('button', { name: '欄位' }).click()
  await expect(page.getByRole('alert').filter({ hasText: missing })).toBeInViewport()
  await expect(page.locator('tr[data-row-id]').first()).toBeVisible()
  await bringBack()
  await page.getByRole('button', { name: '重試' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
