import type { BrowserContext } from 'playwright'
import { openPage, warmed } from '../harness/browser.ts'
import { median } from '../harness/report.ts'
import { countFetched } from './fetched.ts'
import { firstRow, timed, untilOtherRows, uri, type Visit } from './timed.ts'
import { visitForm } from './visitForm.ts'

/** Page turns and sorted headings per visit. */
const repeats = 3

/** Opens the list with an empty cache, turns pages, sorts, and fills in its form. */
export async function visitList(context: BrowserContext, origin: string): Promise<Visit> {
  const target = await openPage(context)
  const { page } = target
  const fetched = await countFetched(page)
  const begun = performance.now()
  await page.goto(origin + uri, { waitUntil: 'commit' })
  await page.waitForSelector(firstRow)
  const cold = performance.now() - begun
  const { scripting: coldScript } = await target.spent()
  await warmed(page)
  const bytes = await fetched.early()
  const bytesAll = await fetched.all()
  const heap = await target.heap()
  // Repeated on the same page, because the additional cost of the first time, compiling loaded code, is part of the cold list and the form.
  const repeated = async (selector: string) => {
    const times: number[] = []
    while (times.length < repeats) times.push(await timed(target, 'busy', () => untilOtherRows(page, () => page.click(selector))))
    return median(times)
  }
  const nextPage = await repeated('[aria-label="下一頁"]')
  const sort = await repeated('th:has(button.list-sort) ~ th ~ th button.list-sort')
  const form = await visitForm(target)
  await page.close()
  return { cold, coldScript, bytes, bytesAll, heap, nextPage, sort, ...form }
}
