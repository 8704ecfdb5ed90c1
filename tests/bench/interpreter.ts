/**
 * The interpreter drawing the merchants' screen against the same page written by hand: same server, same shell, same calls, in one run on
 * one machine, the processor slowed down four times, nine rounds in turns, medians.
 *
 * npm run bench -- interpreter
 */
import type { BrowserContext } from 'playwright'
import { openBrowser, openPage, settle, signIn, type ThrottledPage } from './harness/browser.ts'
import { median, type Reading, report } from './harness/report.ts'
import { openSite, type Subject, subjects } from './harness/site.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const uri = '/_company/companies'
const firstRow = 'tr[data-row-id]'
const typed = '一二三四五六七八九十一二三四五六七八九十'
const cellsOf = { rows: 500, columns: 20 }

/** What one visit measured, in milliseconds. */
type Visit = Readonly<Record<string, number>>

async function timed(target: ThrottledPage, kind: 'scripting' | 'busy', act: () => Promise<void>): Promise<number> {
  await settle(target.page)
  const before = await target.spent()
  await act()
  await settle(target.page)
  const after = await target.spent()
  return after[kind] - before[kind]
}

async function visit(context: BrowserContext, origin: string): Promise<Visit> {
  const target = await openPage(context)
  const { page } = target
  const begun = performance.now()
  await page.goto(origin + uri, { waitUntil: 'commit' })
  await page.waitForSelector(firstRow)
  const cold = performance.now() - begun
  const coldBusy = (await target.spent()).busy
  await settle(page)
  const rowNow = () => page.locator(firstRow).first().getAttribute('data-row-id')
  const another = async (act: () => Promise<void>) => {
    const row = await rowNow()
    await act()
    await page.waitForFunction(
      ([selector, id]) => document.querySelector(selector as string)?.getAttribute('data-row-id') !== id,
      [firstRow, row],
    )
  }
  const nextPage = await timed(target, 'busy', () => another(() => page.getByRole('button', { name: '下一頁' }).click()))
  const sort = await timed(target, 'busy', () => another(() => page.locator('th button.list-sort').nth(2).click()))
  const form = await visitForm(target)
  await page.close()
  return { cold, coldBusy, nextPage, sort, ...form }
}

async function visitForm(target: ThrottledPage): Promise<Visit> {
  const { page } = target
  const dialog = page.getByRole('dialog')
  // The code of forms was warmed while the page was idle, on both sides.
  const open = await timed(target, 'busy', async () => {
    await page.getByRole('button', { name: '新增', exact: true }).click()
    await dialog.getByRole('button', { name: '確定' }).waitFor()
    await dialog.getByLabel('帳號').last().waitFor()
  })
  const name = dialog.getByRole('textbox', { name: '公司名稱' })
  await name.click()
  const keys = await timed(target, 'scripting', () => name.pressSequentially(typed))
  await fillAllBut(target)
  const errors = await timed(target, 'busy', async () => {
    await dialog.getByRole('button', { name: '確定' }).click()
    await dialog.getByRole('alert').waitFor()
  })
  return { open, key: keys / typed.length, errors }
}

/** Leaves five fields wrong. */
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
  }
  for (const [label, text] of Object.entries(texts)) await dialog.getByRole('textbox', { name: label, exact: true }).first().fill(text)
}

/** Everything that 500 rows cost, with the answer of the list made of ten times its rows. */
async function visitLong(context: BrowserContext, origin: string): Promise<Visit> {
  const target = await openPage(context)
  const { page } = target
  await page.route('**/api/company/companies/0/50?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { rows: { id: number }[] }
    const rows = Array.from({ length: cellsOf.rows }, (_, index) => {
      const row = body.rows[index % body.rows.length] as { id: number }
      return { ...row, id: 1_000_000 + index }
    })
    await route.fulfill({ response: answer, json: { ...body, rows } })
  })
  await page.goto(origin + uri)
  await page.waitForSelector(firstRow)
  const grow = async () => {
    await page.locator('select').filter({ hasText: '50' }).last().selectOption('50')
    await page.waitForFunction((selector) => Number(document.querySelector(selector)?.getAttribute('data-row-id')) >= 1_000_000, firstRow)
  }
  await settle(page)
  const before = await target.spent()
  await grow()
  await settle(page)
  const after = await target.spent()
  await page.close()
  return { long: after.busy - before.busy, longScript: after.scripting - before.scripting }
}

const site = await openSite()
const browser = await openBrowser()
const visits: Record<Subject, Visit[]> = { hand: [], ours: [] }
try {
  const contexts = { hand: await signIn(browser, site.origins.hand), ours: await signIn(browser, site.origins.ours) }
  for (let round = 0; round < rounds; round += 1) {
    // In turns, and each first in every second round.
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const origin = site.origins[subject]
      visits[subject].push({ ...(await visit(contexts[subject], origin)), ...(await visitLong(contexts[subject], origin)) })
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
  unit: 'ms',
  hand: middle('hand', name),
  ours: middle('ours', name),
  most,
})
process.exitCode = report([
  against('cold', 'cold list to first row', 1.2),
  against('nextPage', 'next page', 1.15),
  against('sort', 'sort', 1.15),
  against('long', '500 rows x 20 columns', 1.2),
  against('open', 'opening the form', 1.5),
  against('key', 'scripting per key', 1.5),
  against('errors', '5 errors after submit', 1.2),
])
const cell = (middle('ours', 'longScript') * 1000) / 4 / (cellsOf.rows * cellsOf.columns)
process.stdout.write(`scripting per cell: ${cell.toFixed(1)} microseconds (at most 36, unthrottled)\n`)
if (cell > 36) process.exitCode = 1
