/**
 * The interpreter drawing the merchants' screen against the same page written by hand: same server, same shell, same calls, in one run on
 * one machine, the processor slowed down four times, nine rounds in turns, medians.
 *
 * npm run bench -- interpreter
 */
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page, Response } from 'playwright'
import { openBrowser, openPage, settle, signIn, slowdown, type ThrottledPage, warmed } from './harness/browser.ts'
import { median, type Reading, report, reportLimits } from './harness/report.ts'
import { openSite, type Subject, subjects } from './harness/site.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const uri = '/_company/companies'
const firstRow = 'tr[data-row-id]'
const typed = '一二三四五六七八九十一二三四五六七八九十'
const formField = '.modal input[name=bankAccount], .modal input[id$=bankAccount]'
const wrongFields = 5
/** Page turns and sorted headings per visit. */
const repeats = 3
const cellsOf = { rows: 500, columns: 20 }

/** Measurements of one visit, in milliseconds. */
type Visit = Readonly<Record<string, number>>

async function timed(target: ThrottledPage, kind: 'scripting' | 'busy', act: () => Promise<void>): Promise<number> {
  await settle(target.page)
  const before = await target.spent()
  await act()
  await settle(target.page)
  const after = await target.spent()
  return after[kind] - before[kind]
}

/**
 * Scripts and styles that the page requests before its first row is drawn, in kB, gzip. Later requests are preloading, even if a slow
 * machine starts them before it notices the row.
 */
async function countBytes(page: Page): Promise<() => Promise<number>> {
  const files: Response[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response)
  })
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      performance.mark('first row')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }, firstRow)
  return async () => {
    const early = await page.evaluate(() => {
      const end = performance.getEntriesByName('first row')[0]?.startTime ?? 0
      return performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime < end ? [name] : []))
    })
    const bodies = await Promise.all(files.filter((file) => early.includes(file.url())).map((file) => file.body()))
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0) / 1000
  }
}

async function visit(context: BrowserContext, origin: string): Promise<Visit> {
  const target = await openPage(context)
  const { page } = target
  const bytes = await countBytes(page)
  const begun = performance.now()
  await page.goto(origin + uri, { waitUntil: 'commit' })
  await page.waitForSelector(firstRow)
  const cold = performance.now() - begun
  const coldBytes = await bytes()
  await warmed(page)
  const rowNow = () => page.locator(firstRow).first().getAttribute('data-row-id')
  const another = async (act: () => Promise<void>) => {
    const row = await rowNow()
    await act()
    await page.waitForFunction(
      ([selector, id]) => document.querySelector(selector as string)?.getAttribute('data-row-id') !== id,
      [firstRow, row],
    )
  }
  // Repeated on the same page, because the additional cost of the first time, compiling loaded code, is part of the cold list and the form.
  const repeated = async (selector: string) => {
    const times: number[] = []
    while (times.length < repeats) times.push(await timed(target, 'busy', () => another(() => page.click(selector))))
    return median(times)
  }
  const nextPage = await repeated('[aria-label="下一頁"]')
  const sort = await repeated('th:has(button.list-sort) ~ th ~ th button.list-sort')
  const form = await visitForm(target)
  await page.close()
  return { cold, bytes: coldBytes, nextPage, sort, ...form }
}

async function visitForm(target: ThrottledPage): Promise<Visit> {
  const { page } = target
  const dialog = page.getByRole('dialog')
  // Finding an element by role or label costs more than drawing it, so only CSS selectors are used while time is measured.
  let shown = 0
  const open = await timed(target, 'busy', async () => {
    const begun = performance.now()
    await page.click('.list-toolbar .btn-primary')
    await page.waitForSelector(formField)
    shown = performance.now() - begun
  })
  const name = dialog.getByRole('textbox', { name: '公司名稱' })
  await name.click()
  const keys = await timed(target, 'scripting', () => name.pressSequentially(typed))
  await fillAllBut(target)
  const errors = await timed(target, 'busy', async () => {
    await page.click('.modal-footer .btn-primary')
    await page.waitForSelector('.modal [role=alert]')
  })
  const wrong = await dialog.getByRole('alert').getByRole('listitem').count()
  if (wrong !== wrongFields)
    throw new Error(`${wrong} errors are shown instead of ${wrongFields}: ${await dialog.getByRole('alert').innerText()}`)
  return { open, shown, key: keys / typed.length, errors }
}

/** Leaves some fields invalid. */
async function fillAllBut({ page }: ThrottledPage): Promise<void> {
  const dialog = page.getByRole('dialog')
  const texts: Readonly<Record<string, string>> = {
    簡稱: '量測商',
    發票抬頭: '量測商',
    業務聯絡人: '陳',
    業務聯絡電話: '0912345678',
    帳務聯絡人: '林',
    帳務聯絡電話: '0912345678',
    地址: '路',
    合約編號: 'A1',
    分行: '0001',
    負責人: '王',
    業務電子郵件: 'a@example.com',
    帳務電子郵件: 'b@example.com',
    帳號: '0123456789',
  }
  for (const [label, text] of Object.entries(texts)) await dialog.getByRole('textbox', { name: label, exact: true }).first().fill(text)
  await dialog.getByLabel('合約起日').fill('2026-01-01')
  await dialog.getByLabel('合約迄日').fill('2026-12-31')
  for (const label of ['特約商類型', '結算方式']) await dialog.getByLabel(label).selectOption({ index: 1 })
}

/** Cost of 500 rows, from an answer with the list's rows repeated ten times: normally, and with all rows drawn as for printing. */
async function visitLong(context: BrowserContext, origin: string, isWhole: boolean): Promise<Visit> {
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
  await page.goto(origin + uri)
  await page.waitForSelector(firstRow)
  await warmed(page)
  if (isWhole) await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const before = await target.spent()
  await page.selectOption('.list-pagination select', '50')
  // Not by a function, which would run at every frame; a frame that nobody needs costs about as much as a visible row.
  await page.waitForSelector('tr[data-row-id="-1"]')
  await settle(page)
  const after = await target.spent()
  const drawn = await page.locator(firstRow).count()
  await page.close()
  const busy = after.busy - before.busy
  return isWhole ? { whole: busy, wholeScript: after.scripting - before.scripting, wholeRows: drawn } : { windowed: busy }
}

const site = await openSite()
const browser = await openBrowser()
const visits: Record<Subject, Visit[]> = { hand: [], ours: [] }
try {
  const contexts = { hand: await signIn(browser, site.origins.hand), ours: await signIn(browser, site.origins.ours) }
  for (let round = 0; round < rounds; round += 1) {
    // Alternating, and each one first in every second round.
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const origin = site.origins[subject]
      const context = contexts[subject]
      const long = { ...(await visitLong(context, origin, true)), ...(await visitLong(context, origin, false)) }
      visits[subject].push({ ...(await visit(context, origin)), ...long })
    }
    process.stdout.write(`round ${round + 1}/${rounds}\n`)
  }
} finally {
  await browser.close()
  await site.close()
}

const middle = (subject: Subject, name: string) => median(visits[subject].map((one) => one[name] ?? Number.NaN))
const against = (name: string, title: string, most: number): Reading => ({
  title,
  unit: name === 'bytes' ? 'kB' : 'ms',
  hand: middle('hand', name),
  ours: middle('ours', name),
  most,
})
const whole = { rows: middle('ours', 'wholeRows'), script: middle('ours', 'wholeScript') }
if (whole.rows !== cellsOf.rows) throw new Error(`${whole.rows} rows were drawn instead of ${cellsOf.rows}`)
const compared = report([
  against('cold', 'cold list to first row', 1.2),
  against('bytes', 'JavaScript + CSS of a cold list', 1.3),
  against('nextPage', 'next page', 1.15),
  against('sort', 'sort', 1.15),
  against('whole', '500 rows x 20 columns, all drawn', 1.2),
  { ...against('whole', '500 rows x 20 columns, as shown', 0.2), ours: middle('ours', 'windowed') },
  against('open', 'opening the form', 1.5),
  against('shown', 'click to its first field', 1.5),
  against('errors', '5 errors after submit', 1.2),
])
const limited = reportLimits([
  // Scripting depends on the processor, not on the number of pixels.
  {
    title: 'scripting per cell, not slowed down',
    unit: 'us',
    value: (whole.script * 1000) / slowdown / (cellsOf.rows * cellsOf.columns),
    most: 36,
  },
  // Hand-written forms took 3.5 ms; a form of uncontrolled inputs does almost nothing per key.
  { title: 'scripting per key in the form', unit: 'ms', value: middle('ours', 'key'), most: 1.5 * 3.5 },
])
process.exitCode = compared + limited > 0 ? 1 : 0
