import { expect, test } from '@playwright/test'
import { accessProblemsInBoth } from './support/access.ts'
import { takeUpSession, watchProblems } from './support/console.ts'

/** Whether the bars have the width of their marks, and by how much the page is too wide. Runs within the page. */
function placesOnTimeline() {
  const [marks, line] = ['.timeline-marks', '.timeline-line'].map((each) => document.querySelector(each)?.getBoundingClientRect())
  return {
    isBelow: marks !== undefined && marks.x === line?.x && marks.width === line.width,
    overflow: document.documentElement.scrollWidth - window.innerWidth,
  }
}

test('campaigns are seen as a board, a calendar and a timeline of the same query', async ({ page }) => {
  const problems = watchProblems(page)
  await takeUpSession(page, 'ops01')
  await page.goto('/_activity/activity')
  await page.locator('tr[data-row-id]').first().waitFor()
  const campaigns = await page.locator('tr[data-row-id]').count()

  await page.getByRole('button', { name: '看板' }).click()
  await expect(page.locator('.board-card')).toHaveCount(campaigns)
  await page.getByRole('button', { name: '時間軸' }).click()
  await expect(page.locator('.timeline-bar')).toHaveCount(campaigns)

  await test.step('a bar stands below the marks of its dates, whatever the width of the page', async () => {
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(placesOnTimeline), `${width} px`).toEqual({ isBelow: true, overflow: 0 })
    }
  })

  await test.step('a narrow timeline opens at today, not at its oldest months', async () => {
    await page.reload()
    await expect(page.locator('.timeline-today')).toBeInViewport()
  })

  await test.step('the calendar opens a campaign and comes back to its month', async () => {
    await page.getByRole('button', { name: '行事曆' }).click()
    await expect(page.locator('.calendar-entry').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    const heading = page.getByRole('heading', { level: 3, name: /年 \d+ 月/ })
    const monthBefore = await heading.innerText()
    await page.getByRole('button', { name: '下個月' }).click()
    await expect(heading).not.toHaveText(monthBefore)
    const month = await heading.innerText()
    await page.locator('.calendar-entry a').first().click()
    await expect(page.getByRole('dialog')).toContainText('活動名稱')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 3, name: month })).toBeVisible()
  })

  await test.step('today can be read in both themes, and the lines between the days reach the next week', async () => {
    await page.goto('/_activity/activity?layout=calendar')
    await expect(page.locator('.calendar-today')).toBeVisible()
    expect(await accessProblemsInBoth(page)).toEqual([])
    const heightLeft = (week: Element) => {
      const day = week.querySelector('.calendar-day')
      return Math.round(week.getBoundingClientRect().height - (day?.getBoundingClientRect().height ?? 0))
    }
    // But for the line above the week.
    await expect.poll(() => page.locator('.calendar-week').nth(1).evaluate(heightLeft)).toBeLessThanOrEqual(1)
  })

  await test.step('a condition holds in each of them, and the address alone gives the same', async () => {
    await page.goto('/_activity/activity?layout=board&status=3')
    await expect(page.locator('.board-lane')).toHaveCount(1)
    await page.getByRole('button', { name: '清單' }).click()
    await expect(page).toHaveURL(/\?status=3$/)
  })
  expect(problems).toEqual([])
})
