import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { isXmlText } from '../../src/rules/text.ts'
import { signInToNoticeboard, takeUpSession } from './support/console.ts'
import { journeyEnvironment } from './support/environment.ts'
import { pressRowAction } from './support/rowAction.ts'
import { staffApi, transit } from './support/staffApi.ts'

const payloadFile = join(journeyEnvironment().projectRoot, 'src/server/records/testing/xssPayloads.json')
/** Known attacks on HTML cleaners; each calls `ran()` or requests something from a server. */
const payloads = JSON.parse(readFileSync(payloadFile, 'utf8')) as readonly { readonly kind: string; readonly html: string }[]

interface Announcement {
  readonly id: number
  readonly rowVersion: number
  readonly content: string | null
}

interface Watched {
  /** How often a payload ran. */
  count(): Promise<number>
  /** Dialogs, and all requests to any server. */
  readonly seen: string[]
}

/** A page that detects a payload that runs: it calls `ran()`. Nothing leaves the machine. */
async function watch(page: Page): Promise<Watched> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const counter = { runs: 0 }
    Object.assign(window, { counter, ran: () => (counter.runs += 1) })
  })
  const count = () => page.evaluate(() => (window as unknown as { counter: { runs: number } }).counter.runs)
  return { count, seen }
}

const barePage = 'https://bare.invalid/'

/** An empty page of another site without our policies; its requests are recorded and refused. */
async function openBarePage(page: Page, seen: string[]): Promise<void> {
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    if (url === barePage) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' })
    seen.push(url)
    return route.abort()
  })
  await page.goto(barePage)
}

/** Inserts the markup as careless code would, twice, and interacts with all of it. */
async function show(page: Page, html: string): Promise<void> {
  await page.evaluate(async (markup) => {
    const place = document.createElement('div')
    document.body.replaceChildren(place)
    place.innerHTML = markup
    const again = document.createElement('div')
    document.body.append(again)
    again.innerHTML = place.innerHTML
    for (const element of document.body.querySelectorAll('*')) {
      if (element instanceof HTMLElement) element.focus()
      for (const name of ['mouseover', 'pointerenter', 'animationstart', 'toggle'])
        element.dispatchEvent(new Event(name, { bubbles: true }))
      // A link may lead away only to what is safe; it is not followed.
      if (!(element instanceof HTMLAnchorElement)) element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }, html)
}

async function addressesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).protocol))
}

test.describe('rich text in a browser without Content-Security-Policy', () => {
  test('runs nothing that was stored, and the same attacks run when nobody cleans them', async ({ browser }) => {
    const marketing = await staffApi('mkt01')
    const url = '/api/announcement/announcements'
    const draft = {
      ...{ category: '1', title: '格式測試', content: '<p>原文</p>', audience: ['1'], isPinned: false },
      ...{ startAt: new Date().toISOString(), endAt: new Date(Date.now() + 86_400_000).toISOString() },
    }
    let { id, rowVersion } = await marketing<Announcement>('POST', url, draft)
    const stored: string[] = []
    for (const { html } of payloads) {
      // Refused where no text is left.
      const saved = await marketing<Announcement>('PUT', `${url}/${id}`, { rowVersion, content: `<p>甲</p>${html}` }).catch(() => null)
      if (saved === null) continue
      rowVersion = saved.rowVersion
      stored.push(saved.content ?? '')
    }
    expect(stored.length).toBeGreaterThan(300)

    const context = await browser.newContext()
    const clean = await context.newPage()
    const watched = await watch(clean)
    await openBarePage(clean, watched.seen)
    for (const html of [...stored, stored.join('').slice(0, 500_000)]) {
      await show(clean, html)
      const protocols = await addressesOf(clean)
      expect([html, await watched.count(), watched.seen, protocols.filter((one) => !['https:', 'mailto:'].includes(one))]).toEqual([
        html,
        0,
        [],
        [],
      ])
    }

    // The same page without the cleaner, to prove that it detects the attacks.
    const dirty = await context.newPage()
    const control = await watch(dirty)
    await openBarePage(dirty, control.seen)
    // Only attacks that do not navigate away.
    let ranRaw = 0
    for (const { html } of payloads.filter(({ kind }) => kind === 'handler' || kind === 'raw text')) {
      const before = await control.count()
      await show(dirty, html)
      if ((await control.count()) > before) ranRaw += 1
    }
    expect(ranRaw).toBeGreaterThan(30)
    expect(control.seen.length).toBeGreaterThan(10)
    await context.close()
  })

  test('runs nothing in the notice board, even if the database held every attack', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ bypassCSP: true, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    const watched = await watch(page)
    const abroad: string[] = []
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol.startsWith('http') && host !== new URL(baseURL ?? '').host) abroad.push(request.url())
    })
    await signInToNoticeboard(page, 'ops01')
    let content = ''
    let given = 0
    await page.route(/\/api\/noticeboard\/announcements\/\d+$/, async (route) => {
      const answer = await route.fetch()
      given += 1
      await route.fulfill({ response: answer, json: { ...(await answer.json()), content } })
    })
    const announcement = page.getByRole('region', { name: '公告', exact: true }).getByRole('listitem').first()
    const shown = page.locator('.announcement-content')
    // Several at a time, each as a text of its own, so that an unclosed element of one cannot hide the next.
    const size = 16
    for (let first = 0; first < payloads.length; first += size) {
      content = payloads
        .slice(first, first + size)
        .map(({ html }) => `<p>甲</p>${html}`)
        .join('<hr>')
      // Each opening asks for the content and draws it anew.
      await announcement.getByRole('button', { name: /^展開/ }).click()
      await expect(shown).toContainText('甲')
      expect([content, await watched.count(), watched.seen, abroad]).toEqual([content, 0, [], []])
      await announcement.getByRole('button', { name: /^收合/ }).click()
      await expect(shown).toHaveCount(0)
    }
    expect(given).toBe(Math.ceil(payloads.length / size))
    await context.close()
  })

  test('runs nothing when a draft is looked at in the console', async ({ browser, baseURL }) => {
    const marketing = await staffApi('mkt01')
    const draft = {
      ...{ category: '1', title: '預覽測試', audience: ['1'], isPinned: false },
      // Texts with characters that XML does not allow are refused before cleaning.
      content: payloads
        .filter(({ html }) => isXmlText(html))
        .slice(0, 120)
        .map(({ html }) => `<p>甲</p>${html}`)
        .join('<hr>')
        .slice(0, 15_000),
      ...{ startAt: new Date().toISOString(), endAt: new Date(Date.now() + 86_400_000).toISOString() },
    }
    const { id, rowVersion } = await marketing<Announcement>('POST', '/api/announcement/announcements', draft)
    const operations = await staffApi('ops01')
    await transit(operations, { path: '/api/announcement/announcements', id, name: 'publish' })
    expect(rowVersion).toBeGreaterThan(0)
    const context = await browser.newContext({ bypassCSP: true, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    const watched = await watch(page)
    await takeUpSession(page, 'mkt01')
    await page.goto(`/_announcement/announcements?title=${encodeURIComponent('預覽測試')}`)
    await pressRowAction(page.getByRole('row', { name: '預覽測試' }), '檢視')
    await expect(page.getByRole('dialog')).toContainText('甲')
    expect([await watched.count(), watched.seen]).toEqual([0, []])
    await context.close()
  })
})
