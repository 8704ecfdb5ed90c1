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
