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

/** Answers like a server that has a newer version: with a page that another script draws. */
const renew = (page: Page, path: string, times?: number) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/console-newer.js"></script>' }),
    times === undefined ? {} : { times },
  )

test('a part that a newer version has taken away says that the page has to be loaded again', async ({ page }) => {
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/companies')
  await expect(page.locator('tr[data-row-id]').first()).toBeVisible()
  await lose(page, 'ColumnDialog|OpenMenu')
  await renew(page, '/_company/companies')
  const replaced = '系統已更新，請先送出或記下未完成的內容，再重新整理畫面。'
  await page.getByRole('button', { name: '欄位' }).click()
  await expect(page.locator('main').getByRole('alert').filter({ hasText: replaced })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: '重新整理' }).click()
  await expect(page.locator('tr[data-row-id]').first()).toBeVisible()
  await expect(page.getByText(replaced)).toBeHidden()
})

test('a page that a newer version has taken away is loaded again by itself, once', async ({ page }) => {
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/companies')
  await expect(page.locator('tr[data-row-id]').first()).toBeVisible()
  await page.route(/\/assets\/NoticeboardPage-/, (route) => route.abort('failed'), { times: 1 })
  await renew(page, '/noticeboard', 1)
  await page.getByRole('link', { name: '公告欄' }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: '公告' })).toBeVisible()
  // The next one is told of: an answer that stays old would be asked for without end.
  await page.goto('/_company/companies')
  await expect(page.locator('tr[data-row-id]').first()).toBeVisible()
  await lose(page, 'NoticeboardPage')
  await renew(page, '/noticeboard')
  await page.getByRole('link', { name: '公告欄' }).first().click()
  await expect(page.getByRole('heading', { name: '畫面載入失敗' })).toBeVisible()
})

test('a page of the portal whose code does not come says so, and comes when it is asked for again', async ({ page }) => {
  const bringBack = await lose(page, 'RegisterPage')
  await page.goto('/corporate_member_register')
  await expect(page.getByRole('alert').filter({ hasText: missing })).toBeVisible()
  await bringBack()
  await page.getByRole('button', { name: '重新載入' }).click()
  await expect(page.getByLabel('統一編號').first()).toBeVisible()
})
