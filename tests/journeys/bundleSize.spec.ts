import { expect, test } from '@playwright/test'
import { signInToNoticeboard } from './support/console.ts'
import { collectCode, stayBusy } from './support/fetchedCode.ts'

/**
 * Most script and style that a visit may load before it shows the requested content, in kB, gzip. Raise it only for something that every
 * visit needs; `vite.config.ts` leaves out what libraries bring along and nobody asks for. `warmed`: a list with all that is loaded for its
 * forms and dialogs when the browser has nothing else to do.
 */
const budgets = { signIn: 143.5, list: 195, form: 81, warmed: 296.5 }

test('the code of the sign-in page, of a list and of a form stays within its budget', async ({ page, context }) => {
  await stayBusy(page)
  const signInCode = collectCode(page)
  await page.goto('/login')
  // Before its script has run the page can be read, but not used.
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  expect((await signInCode()).kilobytes, 'sign-in page').toBeLessThanOrEqual(budgets.signIn)
  await signInToNoticeboard(page, 'ops01')
  await page.close()

  const list = await context.newPage()
  const session = await context.newCDPSession(list)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await stayBusy(list)
  const code = collectCode(list)
  await list.goto('/_company/companies')
  await list.waitForSelector('tr[data-row-id]')
  expect((await code()).kilobytes, 'list').toBeLessThanOrEqual(budgets.list)
  await list.getByRole('button', { name: '新增', exact: true }).click()
  await expect(list.getByRole('dialog').getByRole('button', { name: '確定' })).toBeVisible()
  expect((await code()).kilobytes, 'form').toBeLessThanOrEqual(budgets.form)
})

test('a list with all that an idle browser loads for it stays within its budget', async ({ page, context }) => {
  await signInToNoticeboard(page, 'ops01')
  await page.close()
  const list = await context.newPage()
  const session = await context.newCDPSession(list)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const code = collectCode(list)
  // The check of the form is asked for when all else of the screen is there; what draws notices comes by its own clock.
  const lastOnes = [list.waitForResponse(/\/api\/screens\/validators\//), list.waitForResponse(/toasts.*\.js$/)]
  await list.goto('/_company/companies')
  await Promise.all(lastOnes)
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
  const { kilobytes } = await code()
  console.log(`a list with all that is warmed: ${kilobytes.toFixed(1)} kB of script and style (gzip)`)
  expect(kilobytes).toBeLessThanOrEqual(budgets.warmed)
})
