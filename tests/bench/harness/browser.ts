import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { ensureChromium } from '../../../src/commands/lib/ensureChromium.mjs'

/** A page with a processor four times slower than this machine's, and its use of the main thread. */
export interface ThrottledPage {
  readonly page: Page
  /** Main thread time since the page was opened, in milliseconds. */
  spent(): Promise<{ readonly scripting: number; readonly busy: number }>
  /** Memory that scripts use after a collection, in MB. */
  heap(): Promise<number>
}

export const slowdown = 4
const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: launchArgs })
}

const device = { locale: 'zh-TW', timezoneId: 'Asia/Taipei', viewport: { width: 1440, height: 900 } }

/** A signed-in browser context; each of its pages starts with a cold cache. */
export async function signIn(browser: Browser, origin: string, account = 'ops01'): Promise<BrowserContext> {
  const context = await browser.newContext(device)
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('帳號').fill(account)
  await page.getByLabel('密碼', { exact: true }).fill(`Demo!2025${account}`)
  await page.getByRole('button', { name: '登入' }).click()
  await page.waitForURL('**/noticeboard')
  await page.close()
  return context
}

/** A context with the same session for pages of another origin, which cannot sign in themselves. */
export async function signInAt(origin: string, browser: Browser, signedIn: BrowserContext): Promise<BrowserContext> {
  const { cookies, origins } = await signedIn.storageState()
  return browser.newContext({ ...device, storageState: { cookies, origins: origins.map((one) => ({ ...one, origin })) } })
}

export async function openPage(context: BrowserContext): Promise<ThrottledPage> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, spent: () => readTimes(session), heap: () => readHeap(session) }
}

async function readTimes(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { scripting: seconds('ScriptDuration') * 1000, busy: seconds('TaskDuration') * 1000 }
}

async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
}

/** Waits until the page is drawn and idle. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 3000 })))
      }),
  )
}

/** Waits until the code of forms, which both pages load when idle, is loaded and has run. */
export async function warmed(page: Page): Promise<void> {
  await page.waitForTimeout(1500)
  await settle(page)
}
