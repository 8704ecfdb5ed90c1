import type { BrowserContext, Page } from 'playwright'
import { openPage, settle, warmed } from '../harness/browser.ts'
import { firstRow, timed, uri, type Visit } from './timed.ts'

export const cellsOf = { rows: 500, columns: 20 }

/** Cost of 500 rows, from an answer with the list's rows repeated ten times: windowed, and with all rows drawn as for printing. */
export async function visitLong(context: BrowserContext, origin: string, isWhole: boolean): Promise<Visit> {
  const target = await openPage(context)
  const { page } = target
  await page.route(/\/api\/company\/companies\/0\/50(\?|$)/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { rows: { id: number }[] }
    const rows = Array.from({ length: cellsOf.rows }, (_, index) => {
      const row = body.rows[index % body.rows.length] as { id: number }
      return { ...row, id: -1 - index }
    })
    await route.fulfill({ response: answer, json: { ...body, rows } })
  })
  // The chosen page size must not be remembered for the next visit.
  await page.route('**/preferences', (route) => (route.request().method() === 'PUT' ? route.fulfill({ json: {} }) : route.continue()))
  await page.goto(origin + uri + (isWhole ? '' : '#windowed'))
  await page.waitForSelector(firstRow)
  await warmed(page)
  if (!isWhole) await visitOnce(page)
  if (isWhole) await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const before = await target.spent()
  await page.selectOption('.list-pagination select', '50')
  // Not by a function, which would run at every frame; a frame that nobody needs costs about as much as a visible row.
  await page.waitForSelector('tr[data-row-id="-1"]')
  await settle(page)
  const after = await target.spent()
  const drawn = await page.locator(firstRow).count()
  const scroll = isWhole ? 0 : await timed(target, 'busy', () => scrollToEnd(page))
  await page.close()
  const busy = after.busy - before.busy
  return isWhole ? { whole: busy, wholeScript: after.scripting - before.scripting, wholeRows: drawn } : { windowed: busy, scroll }
}

/**
 * Our page fetches the code of long pages together with the rows of a page size above 100. These rows pretend to be a page of 50, so their
 * code is fetched beforehand.
 */
async function visitOnce(page: Page): Promise<void> {
  await page.selectOption('.list-pagination select', '50')
  await page.waitForSelector('tr[data-row-id="-1"]')
  await page.selectOption('.list-pagination select', '25')
  await page.waitForSelector('tr[data-row-id="-1"]', { state: 'detached' })
  await warmed(page)
}

/** One window height per frame, as when the wheel is turned fast. */
function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('.list-scroll') as HTMLElement
    while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
      scroller.scrollTop += scroller.clientHeight
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
