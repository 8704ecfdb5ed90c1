import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { signInToNoticeboard, watchProblems } from './support/console.ts'
import { journeyEnvironment } from './support/environment.ts'
import { staffApi } from './support/staffApi.ts'

const file = join(journeyEnvironment().schemas, 'dashboards/marketing.json')

const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** Every tile has its numbers, and none failed. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('.dashboard-grid .tile').first()).toBeVisible()
  await expect(page.locator('.tile-skeleton')).toHaveCount(0)
  await expect(page.locator('.tile-problem')).toHaveCount(0)
}

for (const [account, title, own] of [
  ['fin01', '財務概況', '估計負債（月底）'],
  ['mkt01', '行銷概況', '每日新會員'],
  ['mer01', '我的點數', '贈點最多的門市'],
] as const) {
  test(`${account} sees ${title} above the announcements, chooses a period, and goes to the list behind a number`, async ({ page }) => {
    const problems = watchProblems(page)
    await signInToNoticeboard(page, account)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectWhole(page)
    await expect(tile(page, own)).toBeVisible()
    await page.getByLabel('期間').selectOption({ label: '上個月' })
    await expect(page).toHaveURL(/period=lastMonth/)
    await page.reload()
    await expect(page.getByLabel('期間')).toHaveValue('lastMonth')
    await expectWhole(page)
    await tile(page, '贈點').getByRole('button', { name: '贈點：表格' }).click()
    await expect(tile(page, '贈點').getByRole('table')).toBeVisible()
    await tile(page, '贈點').getByRole('link', { name: '贈點：開啟清單' }).click()
    await expect(page).toHaveURL(/\/_points\/daily_points\?businessDateFrom=\d{4}-\d{2}-01/)
    await expect(page.getByRole('columnheader', { name: /贈點/ }).first()).toBeVisible()
    expect(problems).toEqual([])
  })
}

test('a tile that fails says so, is tried again alone, and leaves the others alone', async ({ page }) => {
  let isBroken = true
  // As if the numbers took long, which are asked for one by one then.
  await page.route('**/api/dashboards', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ready: null } })
  })
  await page.route('**/api/dashboards/finance/tiles/**', async (route) => {
    const isFirst = isBroken
    isBroken = false
    await (isFirst ? route.fulfill({ status: 500, body: '' }) : route.continue())
  })
  await signInToNoticeboard(page, 'fin01')
  await expect(page.locator('.tile-skeleton')).toHaveCount(0)
  await expect(page.locator('.tile-problem')).toHaveCount(1)
  await page.locator('.tile-problem').getByRole('button', { name: '重試' }).click()
  await expectWhole(page)
})

test('an edited dashboard appears in the open page without a reload; a broken edit leaves the last good one', async ({ page }) => {
  const original = readFileSync(file, 'utf8')
  await signInToNoticeboard(page, 'mkt01')
  await expectWhole(page)
  await page.evaluate(() => {
    document.body.dataset.journey = 'same page'
  })
  try {
    const edited = JSON.parse(original) as { tiles: { title: string; entity?: string }[] }
    const [first] = edited.tiles
    if (first === undefined) throw new Error('the dashboard has no tiles')
    first.title = '剛加入的會員'
    writeFileSync(file, JSON.stringify(edited, null, 2))
    await expect(tile(page, '剛加入的會員')).toBeVisible()
    first.entity = 'dailyMmebers'
    first.title = '壞掉的圖卡'
    writeFileSync(file, JSON.stringify(edited, null, 2))
    const admin = await staffApi('admin')
    await expect.poll(async () => JSON.stringify(await admin('GET', '/api/screens/diagnostics'))).toContain('dailyMmebers')
    await expect(tile(page, '剛加入的會員')).toBeVisible()
    expect(await page.evaluate(() => document.body.dataset.journey)).toBe('same page')
    await page.reload()
    await expect(tile(page, '剛加入的會員')).toBeVisible()
  } finally {
    writeFileSync(file, original)
  }
  await expect(tile(page, '新會員')).toBeVisible()
})
