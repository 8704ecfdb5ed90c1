/**
 * 公告欄 with the dashboard of a role against 公告欄 without it, on the product with the daily sums of 1,000 outlets over 18 months: the calls
 * that the page makes, side by side, and in Chromium the time until the last tile is drawn against the time until the announcements are, of
 * the same visit. Medians of visits in turns.
 *
 * npm run bench -- noticeboard
 * ROUNDS: other than 9.
 */
import { sql } from 'kysely'
import type { BrowserContext } from 'playwright'
import { ensureBuild } from '../../src/commands/lib/ensureBuild.mjs'
import type { OfferedBoard } from '../../src/interpreter/dashboard/useOffered.ts'
import { taipeiDate } from '../../src/rules/dates.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { openBrowser, signIn as signInPage } from './harness/browser.ts'
import { fillDailySums } from './harness/dailySums.ts'
import { type FilledServer, signIn, timeOf, withFilledServer } from './harness/filledServer.ts'
import { median, type Reading, report } from './harness/report.ts'

const rounds = Number(process.env.ROUNDS ?? 9)
const accounts = ['ops01', 'fin01', 'mkt01'] as const
const mostRatio = 1.3
/** Three short calls against a page of tiles: not what people wait for, but it shows on which side the page became slower. */
const mostRatioOfCalls = 5
const today = taipeiDate(new Date())
const boardCalls = ['/api/noticeboard/announcements/0/10', '/api/noticeboard/todo', '/api/noticeboard/files']

async function insertAnnouncements(db: Database): Promise<void> {
  await sql`
    insert into announcement (announcement_no, category, audience, title, content, is_pinned, start_at, end_at, status, created_by)
    select 'AN' || n, '1', '["1"]', '公告 ' || n, '<p>內容</p>', false, now() - interval '1 day', now() + interval '30 days', '2', 'ops01'
    from generate_series(1, 8) as n`.execute(db)
}

async function measureCalls({ origin }: FilledServer, account: string): Promise<Reading> {
  const { token } = await signIn(origin, account)
  const get = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const board = () => Promise.all(boardCalls.map(get))
  const dashboard = async () => {
    const { dashboard: shown, ready } = (await get('/api/dashboards')) as OfferedBoard
    const tiles = shown?.tiles.filter(({ kind }) => kind !== 'text') ?? []
    if (tiles.length === 0) throw new Error(`${account} has no tiles`)
    const others = tiles.filter(({ id }) => ready?.tiles[id] === undefined)
    await Promise.all(others.map(({ id }) => get(`/api/dashboards/${shown?.name}/tiles/${id}`)))
  }
  const times = { hand: [] as number[], ours: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.hand.push(await timeOf(board))
    times.ours.push(await timeOf(() => Promise.all([board(), dashboard()])))
  }
  return { title: `${account} 呼叫`, unit: 'ms', hand: median(times.hand), ours: median(times.ours), most: mostRatioOfCalls }
}

/** When the announcements, and when the last tile was drawn: milliseconds since the visit began. */
async function visit(context: BrowserContext, origin: string): Promise<readonly [list: number, board: number]> {
  const page = await context.newPage()
  // No function has a name here: the page does not know what the compiler adds to those.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const tiles = document.querySelectorAll('.dashboard-grid .tile')
      const waiting = document.querySelector('.dashboard .tile-skeleton, .tile-canvas > :not(canvas)')
      const drawn = { list: document.querySelector('.announcement') !== null, board: tiles.length > 0 && waiting === null }
      for (const [name, isDrawn] of Object.entries(drawn))
        if (isDrawn && performance.getEntriesByName(name).length === 0) performance.mark(name)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${origin}/noticeboard`)
  await page.waitForFunction(() => ['list', 'board'].every((name) => performance.getEntriesByName(name).length > 0))
  const times = await page.evaluate(() => ['list', 'board'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN))
  await page.close()
  return [times[0] ?? Number.NaN, times[1] ?? Number.NaN]
}

async function measureVisits({ origin }: FilledServer): Promise<readonly Reading[]> {
  const browser = await openBrowser()
  try {
    const readings: Reading[] = []
    for (const account of accounts) {
      const context = await signInPage(browser, origin, account)
      const visits: (readonly [number, number])[] = []
      for (let round = 0; round <= rounds; round += 1) visits.push(await visit(context, origin))
      await context.close()
      // The first visit fills the browser's cache.
      const [lists, boards] = [0, 1].map((which) => visits.slice(1).map((times) => times[which] ?? Number.NaN))
      const ours = median(boards ?? [])
      readings.push({ title: `${account} 頁面`, unit: 'ms', hand: median(lists ?? []), ours, most: mostRatio })
    }
    return readings
  } finally {
    await browser.close()
  }
}

await ensureBuild()
process.exitCode = await withFilledServer({ rowCount: 1000, lastDay: today, userName: 'ops01' }, async (server) => {
  await fillDailySums(server.db, today)
  await insertAnnouncements(server.db)
  const readings: Reading[] = []
  for (const account of accounts) readings.push(await measureCalls(server, account))
  return report([...readings, ...(await measureVisits(server))])
})
