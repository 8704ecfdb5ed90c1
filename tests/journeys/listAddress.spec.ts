import { expect, test } from '@playwright/test'
import { takeUpSession } from './support/console.ts'

test('the address alone gives the same list in a second tab', async ({ page, context }) => {
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/retail_store')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await page.getByLabel('每頁筆數').selectOption('5')
  await page.getByRole('button', { name: /門市名稱/ }).click()
  await page.getByRole('button', { name: '下一頁' }).click()
  await expect(page).toHaveURL(/pageIndex=1/)
  const rows = page.locator('tbody tr')
  // The old rows stay until the new ones have arrived.
  await expect(rows.first()).toContainText(/^6/)
  await expect(rows).toHaveCount(5)
  const first = await rows.allInnerTexts()

  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.locator('tbody tr')).toHaveCount(5)
  await expect.poll(() => second.locator('tbody tr').allInnerTexts()).toEqual(first)
})

test('a report leads to the rows of a group and keeps its tab', async ({ page }) => {
  await takeUpSession(page, 'fm01')
  await page.goto('/_report/exchange_report')
  await page.getByRole('tab', { name: '依企業會員' }).click()
  await expect(page).toHaveURL(/\?group=corporateNo$/)
  await page.reload()
  const sums = page.getByRole('table', { name: '彙總表' })
  const line = sums.getByRole('row', { name: /E000001/ })
  const count = await line.getByRole('cell').first().innerText()
  await line.getByRole('button').click()
  await expect(page).toHaveURL(/group=corporateNo/)
  await expect(page).toHaveURL(/corporateNo=E000001/)
  await expect(sums.getByRole('row', { name: /E00000[23]/ })).toHaveCount(0)
  await expect(sums.getByRole('row', { name: '總計' })).toContainText(count)
  await page.goBack()
  await expect(sums.getByRole('row', { name: /E000002/ })).toBeVisible()
})

test('a list asks for other rows within the click, before the next frame', async ({ page }) => {
  // A browser that never says which cookies there are, as far as calls are concerned.
  await page.addInitScript(() => {
    if ('cookieStore' in window) Object.assign(window.cookieStore as object, { get: () => new Promise(() => {}) })
  })
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/retail_store')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  const order = await page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const seen: string[] = []
        const { send } = XMLHttpRequest.prototype
        XMLHttpRequest.prototype.send = function (...body) {
          seen.push('sent')
          send.apply(this, body)
        }
        document.querySelector<HTMLElement>('.list-sort')?.click()
        requestAnimationFrame(() => {
          seen.push('frame')
          resolve(seen)
        })
      }),
  )
  expect(order).toEqual(['sent', 'frame'])
})

test('a list that is opened by its address asks for menu, screen and rows, and for nothing else', async ({ page }) => {
  await takeUpSession(page, 'ops01')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.endsWith('/events')) asked.push(pathname.replace(/\/0\/\d+$/, '/0/size'))
  })
  await page.goto('/_company/retail_store?status=1')
  await page.waitForSelector('tr[data-row-id]')
  const screen = '/api/screens/_company/retail_store/opening'
  expect(asked.slice(0, 3).sort()).toEqual(['/api/account/users/me/functions', '/api/company/retail_store/0/size', screen])
  expect(asked.filter((path) => path.startsWith('/api/screens/_company'))).toEqual([screen])
  await expect(page.getByLabel('縣市')).toBeVisible()
})

test('a list does not wait for the menu; an address that no menu has keeps loading until the menu is there', async ({ page }) => {
  await takeUpSession(page, 'ops01')
  let giveMenu = () => {}
  const isAsked = new Promise<void>((resolve) => {
    giveMenu = resolve
  })
  await page.route('**/users/me/functions', async (route) => {
    await isAsked
    await route.continue()
  })
  await page.goto('/_company/companies')
  await expect(page.locator('tr[data-row-id]').first()).toBeVisible()
  await expect(page.getByRole('link', { name: '基本資料檢視', includeHidden: true })).toHaveCount(0)

  const answer = page.waitForResponse(/\/api\/screens\/_nowhere\/nothing$/)
  await page.goto('/_nowhere/nothing')
  expect((await answer).status()).toBe(404)
  await expect(page.getByRole('main')).toHaveText('載入中…')
  giveMenu()
  await expect(page).toHaveURL(/\/noticeboard$/)
  await expect(page.getByRole('link', { name: '基本資料檢視', includeHidden: true })).toHaveCount(1)
})
