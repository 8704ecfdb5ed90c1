import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { collectCode, stayBusy } from './support/fetchedCode.ts'
import { expectWhole } from './support/portal.ts'

/**
 * Most script and style of a cold visit to /exchange, in kB, gzip. Tickets and receipts take 2; the code that draws barcodes is loaded with
 * the first ticket. `idle`: what is loaded when the page has nothing else to do, which draws notices.
 */
const exchangeBudgets = { visit: 139, idle: 10 }
/** Words that occur only in libraries of the console: forms from schemas, and the interpreter of screen documents. */
const foreignWords = ['ui:widget', 'ui:options', 'x-dictionary', 'x-widget', 'ag-grid', 'ProseMirror', 'Chart.js']

test.describe('a cold visit to /exchange on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('fetches little, none of it from the console; the largest paint on a slow line is reported', async ({ page, context }) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    // "Slow 4G" and a processor four times as slow, as Lighthouse simulates phones.
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(() => {
      const paints: number[] = []
      Object.assign(window, { paints })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) paints.push(entry.startTime)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await stayBusy(page)
    const code = collectCode(page)
    await page.goto('/exchange')
    await expect(page.getByRole('heading', { name: '1. 輸入點數序號或卡號' })).toBeVisible()
    await expectWhole(page)

    const { kilobytes, text } = await code()
    expect(foreignWords.filter((word) => text.includes(word))).toEqual([])
    expect(kilobytes).toBeLessThanOrEqual(exchangeBudgets.visit)

    // Reported without a limit, because it depends on the machine that runs the test.
    const paint = await page.evaluate(() => (window as unknown as { paints: number[] }).paints.at(-1) ?? 0)
    test.info().annotations.push({ type: 'measured', description: `${kilobytes.toFixed(1)} kB, largest paint ${Math.round(paint)} ms` })
    console.log(`/exchange: ${kilobytes.toFixed(1)} kB of script and style (gzip), largest contentful paint ${Math.round(paint)} ms`)
    expect(paint).toBeGreaterThan(0)
  })

  test('fetches what draws notices when it has nothing else to do', async ({ page }) => {
    const code = collectCode(page)
    // The page is idle when this test says so.
    await page.addInitScript(() => {
      window.requestIdleCallback = (wake) => {
        Object.assign(window, { becomeIdle: wake })
        return 1
      }
    })
    await page.goto('/exchange')
    await page.waitForFunction(() => 'becomeIdle' in window)
    await expectWhole(page)
    await code()
    const toasts = page.waitForResponse(/toasts.*\.js$/)
    await page.evaluate(() => (window as unknown as { becomeIdle: () => void }).becomeIdle())
    await toasts
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /toasts.*\.js$/.test(name)))
    const { kilobytes } = await code()
    expect(kilobytes).toBeGreaterThan(0)
    expect(kilobytes).toBeLessThanOrEqual(exchangeBudgets.idle)
  })
})

test.describe('opening a page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  for (const path of [
    '/exchange',
    '/exchange_flow_manual',
    '/member_login',
    '/corporate_member_register',
    '/corporate_member_apply',
    '/member_policy',
    '/member_privacy',
  ]) {
    test(`shows its words before any script, and nothing of ${path} jumps`, async ({ page, browser }) => {
      const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
      await plain.goto(path)
      const words = await plain.getByRole('heading', { level: 1 }).innerText()
      await expect(plain.locator('meta[name="description"]')).toHaveAttribute('content', /.{10}/)
      await plain.context().close()
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      // On a slow line what the page loads comes one after the other, long after it is drawn.
      let calls = 0
      await page.route('**/api/portal/**', async (route) => {
        calls += 1
        await setTimeout(200 * calls)
        await route.continue()
      })
      await page.goto(path)
      await expectWhole(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
      const shift = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))
      expect(shift).toBeLessThan(0.02)
    })
  }
})

test.describe('the pictures of a page on a phone with two dots per point', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

  for (const { path, pictures, count } of [
    { path: '/exchange', pictures: '.offer > img', count: 4 },
    { path: '/exchange_flow_manual', pictures: '.flow-steps img', count: 4 },
  ]) {
    test(`come as wide as ${path} draws them: sharp, and with few dots to spare`, async ({ page }) => {
      await page.goto(path)
      const drawn = page.locator(pictures)
      await expect(drawn).toHaveCount(count)
      for (const picture of await drawn.all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect(picture).toHaveJSProperty('complete', true)
        await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
      }
      // The width of a copy is the end of its address; the natural width of such a picture is the one that it is drawn with.
      const dots = await drawn.evaluateAll((all) =>
        all.map((one) => Number((one as HTMLImageElement).currentSrc.split('/').at(-1)) / one.clientWidth),
      )
      expect(Math.min(...dots)).toBeGreaterThanOrEqual(1.5)
      expect(Math.max(...dots)).toBeLessThanOrEqual(3)
    })
  }
})
