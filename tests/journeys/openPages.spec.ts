import { type Browser, expect, type Page, test } from '@playwright/test'
import { openPages } from '../../src/console/openPages.ts'
import { signIn, watchProblems } from './support/console.ts'

/** Differ from one drawing to the next, or keep the page from being used before its script runs. */
const passing = ['id', 'for', 'aria-describedby', 'readonly', 'novalidate', 'autofocus', 'data-discover']

/** What a page says and looks like: its elements with their texts and attributes, line by line. */
function contentOf(page: Page): Promise<readonly string[]> {
  return page.locator('main.open-page').evaluate((main, ignored) => {
    const linesOf = (element: Element): string[] => {
      const attributes = [...element.attributes].filter(({ name }) => !ignored.includes(name)).map(({ name, value }) => `${name}=${value}`)
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent)
      return [[element.tagName, ...attributes.sort(), ...texts].join(' '), ...[...element.children].flatMap(linesOf)]
    }
    return linesOf(main)
  }, passing)
}

async function withoutScript(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test.describe('the open pages as they are sent', () => {
  for (const path of Object.keys(openPages)) {
    test(`${path} can be read before any script has run, and is what the script draws`, async ({ browser, page }) => {
      const sent = await withoutScript(browser, path)
      await expect(sent.locator('h1')).toBeVisible()
      const [drawn, title] = [await contentOf(sent), await sent.title()]
      await sent.context().close()
      const problems = watchProblems(page)
      await page.goto(path)
      await expect(page.locator('#root')).not.toHaveAttribute('inert')
      await expect.poll(() => contentOf(page)).toEqual(drawn)
      await expect(page).toHaveTitle(title)
      expect(problems).toEqual([])
    })
  }

  test('nothing can be typed into a page before its script has run, so nothing of it is lost', async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/assets/LoginPage*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.locator('h1')).toHaveText('登入')
    expect(await page.getByLabel('帳號').isEditable()).toBe(false)
    const colour = () => page.getByLabel('帳號').evaluate((field) => getComputedStyle(field).backgroundColor)
    const before = await colour()
    await page.keyboard.press('Tab')
    await page.keyboard.type('ops01')
    expect(await page.getByLabel('帳號').inputValue()).toBe('')
    letGo()
    await expect(page.getByLabel('帳號')).toBeFocused()
    await expect.poll(colour).toBe(before)
    await page.keyboard.type('ops01')
    await expect(page.getByLabel('帳號')).toHaveValue('ops01')
  })

  test('a page is painted whole, so that nothing of it moves when more of it comes', async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { readonly value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (let visit = 0; visit < 12; visit += 1) {
      await page.goto('/login')
      await expect(page.getByLabel('帳號')).toBeFocused()
      expect(await page.evaluate(() => (window as unknown as { readonly shifts: readonly number[] }).shifts)).toEqual([])
    }
  })

  test('a page whose script does not come says so, and one that works does not', async ({ page }) => {
    const late = page.getByText('網頁沒有載入完成')
    await page.route('**/assets/console-*.js', (route) => route.abort())
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.locator('h1')).toBeVisible()
    // It waits for some seconds, which may be over before a slow machine has looked.
    expect(await late.evaluate((element) => element.getAnimations().map(({ effect }) => effect?.getTiming().delay))).toEqual([8000])
    await expect(late).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await expect(page.getByLabel('帳號')).toBeFocused()
    expect(await late.evaluate((element) => getComputedStyle(element).display)).toBe('none')
  })

  test('a link with the token of a mail leads to the new password at once', async ({ browser }) => {
    const sent = await withoutScript(browser, '/forget_password?t=unknown')
    await expect(sent.locator('main')).toHaveCount(0)
    await sent.context().close()
  })

  test('a page is dark from the beginning for whoever chose it, whatever the device prefers', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await page.route('**/assets/console-*.js', (route) => route.abort())
    await page.goto('/login')
    await expect(page.locator('h1')).toBeVisible()
    const colour = await page.locator('.open-card').evaluate((card) => getComputedStyle(card).backgroundColor)
    const channels = (colour.match(/\d+/g) ?? []).map(Number)
    expect(Math.max(...channels.slice(0, 3))).toBeLessThan(80)
    await page.unrouteAll()
    await signIn(page, 'ops01')
    await expect(page.locator('html')).toHaveAttribute('data-bs-theme', 'dark')
  })
})
