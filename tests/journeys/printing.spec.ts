import { expect, type Page, test } from '@playwright/test'
import { takeUpSession } from './support/console.ts'

/** Replaces the browser's print dialog, which would wait for a user. */
async function withoutPrintDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
}

test('a list is printed with all its pages, its conditions and who printed it, on white', async ({ browser }) => {
  const page = await (await browser.newContext({ colorScheme: 'dark' })).newPage()
  await withoutPrintDialog(page)
  await takeUpSession(page, 'aud01')
  await page.goto('/_coupon/coupon_list?pageSize=10')
  const total = Number(/共 ([\d,]+) 筆/.exec(await page.getByText(/^共 [\d,]+ 筆$/).innerText())?.[1]?.replace(',', ''))
  expect(total).toBeGreaterThan(10)
  await page.getByRole('button', { name: '列印', exact: true }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()

  const sheet = page.locator('.print-sheet')
  await expect(sheet).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(sheet.locator('tbody tr')).toHaveCount(total)
  await expect(sheet).toContainText(/列印時間：\d{4}-\d\d-\d\d .+列印人：.+（aud01）/)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-bs-theme', 'dark')
})

test('what the browser prints of a member on a phone has no buttons, and its total in one line', async ({ browser }) => {
  const page = await (await browser.newContext({ colorScheme: 'dark', viewport: { width: 390, height: 844 } })).newPage()
  await takeUpSession(page, 'cs01')
  await page.goto('/_points/member_point_history?memberNo=880000000013')
  const head = page.getByRole('region', { name: '會員', exact: true })
  await expect(head.getByRole('button').first()).toBeVisible()
  const total = page.getByRole('rowheader', { name: '總計' })
  await page.emulateMedia({ media: 'print' })
  // Within the margins of an A4 page, as the style says.
  await page.setViewportSize({ width: 1047, height: 718 })
  await expect(head.getByRole('button')).toHaveCount(0)
  const lines = await total.evaluate((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell.firstChild as Node)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
  await expect(page.locator('body')).toHaveJSProperty('scrollWidth', 1047)
})
