import { gzipSync } from 'node:zlib'
import { expect, type Page, type Response, test } from '@playwright/test'
import { signInToNoticeboard } from './support/console.ts'

/**
 * Most script and style that a visit may load before it shows the requested content, in kB, gzip. Raise it only for something that every
 * visit needs; `vite.config.ts` leaves out what libraries bring along and nobody asks for. `warmed`: a list with all that is loaded for its
 * forms and dialogs when the browser has nothing else to do.
 */
const budgets = { signIn: 143, list: 197, form: 80, warmed: 300 }

/** Counts scripts and styles from now on. */
function countBytes(page: Page): () => Promise<number> {
  const files: Response[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response)
  })
  return async () => {
    const bodies = await Promise.all(files.splice(0).map((response) => response.body()))
    return Math.round(bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0) / 1000)
  }
}

/** What a page loads when it has nothing else to do is not part of what it needs to show its content. */
const stayBusy = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })

test('the code of the sign-in page, of a list and of a form stays within its budget', async ({ page, context }) => {
  await stayBusy(page)
  const signInBytes = countBytes(page)
  await page.goto('/login')
  // Before its script has run the page can be read, but not used.
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  expect(await signInBytes(), 'sign-in page').toBeLessThanOrEqual(budgets.signIn)
  await signInToNoticeboard(page, 'ops01')
  await page.close()

  const list = await context.newPage()
  const session = await context.newCDPSession(list)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await stayBusy(list)
  const bytes = countBytes(list)
  await list.goto('/_company/companies')
  await list.waitForSelector('tr[data-row-id]')
  expect(await bytes(), 'list').toBeLessThanOrEqual(budgets.list)
  await list.getByRole('button', { name: '新增', exact: true }).click()
  await expect(list.getByRole('dialog').getByRole('button', { name: '確定' })).toBeVisible()
  expect(await bytes(), 'form').toBeLessThanOrEqual(budgets.form)
})

test('a list with all that an idle browser loads for it stays within its budget', async ({ page, context }) => {
  await signInToNoticeboard(page, 'ops01')
  await page.close()
  const list = await context.newPage()
  const session = await context.newCDPSession(list)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const bytes = countBytes(list)
  // The check of the form is asked for last.
  const lastOne = list.waitForResponse(/\/api\/screens\/validators\//)
  await list.goto('/_company/companies')
  await lastOne
  const files = async () => list.evaluate(() => performance.getEntriesByType('resource').length)
  let seen = -1
  await expect
    .poll(
      async () => {
        const before = seen
        seen = await files()
        return seen === before
      },
      { intervals: [1000] },
    )
    .toBe(true)
  expect(await bytes()).toBeLessThanOrEqual(budgets.warmed)
})
