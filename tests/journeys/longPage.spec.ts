import { expect, test } from '@playwright/test'
import { takeUpSession } from './support/console.ts'

test('a long page draws the rows in sight, all of them on paper', async ({ page }) => {
  await takeUpSession(page, 'admin')
  await page.goto('/settings/code_table?pageSize=200')
  const table = page.getByRole('table')
  const rows = page.locator('tr[data-row-id]')
  await expect(rows.first()).toBeVisible()
  const total = Number(/共 (\d+) 筆/.exec(await page.getByText(/^共 \d+ 筆$/).innerText())?.[1])
  expect(total).toBeGreaterThan(100)
  const shown = Math.min(total, 200)
  await expect(rows).not.toHaveCount(shown)

  // Scrolls to the end of the page and back.
  const last = page
    .locator('tbody')
    .getByRole('cell', { name: String(shown), exact: true })
    .first()
  await table.hover({ position: { x: 200, y: 100 } })
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(last).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await expect(async () => {
    await page.mouse.wheel(0, -4000)
    await expect(page.locator('tbody').getByRole('cell', { name: '1', exact: true }).first()).toBeInViewport({ timeout: 1000 })
  }).toPass()

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(rows).toHaveCount(shown)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(rows).not.toHaveCount(shown)
})
