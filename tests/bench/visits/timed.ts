import type { Page } from 'playwright'
import { settle, type ThrottledPage } from '../harness/browser.ts'

/** Measurements of one visit: milliseconds, kB or MB, as their readings say. */
export type Visit = Readonly<Record<string, number>>

export const uri = '/_company/companies'
export const firstRow = 'tr[data-row-id]'

/** Use of the main thread from an action until the page is idle again, in milliseconds. */
export async function timed(target: ThrottledPage, kind: 'scripting' | 'busy', act: () => Promise<void>): Promise<number> {
  await settle(target.page)
  const before = await target.spent()
  await act()
  await settle(target.page)
  const after = await target.spent()
  return after[kind] - before[kind]
}

/** Runs an action that shows other rows, and waits for them. */
export async function untilOtherRows(page: Page, act: () => Promise<void>): Promise<void> {
  const row = await page.locator(firstRow).first().getAttribute('data-row-id')
  await act()
  await page.waitForFunction(
    ([selector, id]) => document.querySelector(selector as string)?.getAttribute('data-row-id') !== id,
    [firstRow, row],
  )
}
