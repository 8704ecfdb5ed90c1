import type { Locator } from 'playwright'
import { settle, type ThrottledPage } from '../harness/browser.ts'
import { timed, type Visit } from './timed.ts'

const typed = '一二三四五六七八九十一二三四五六七八九十'
const formField = '.modal input[name=bankAccount], .modal input[id$=bankAccount]'

/** What is filled in before the first submit; the rest is wrong. */
const filled: Readonly<Record<string, string>> = {
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
  合約起日: '2026-01-01',
  合約迄日: '2026-12-31',
  特約商類型: '',
  結算方式: '',
}
const corrections: Readonly<Record<string, string>> = { 統一編號: '04595257', 縣市: '', 鄉鎮市區: '', 郵遞區號: '100', 銀行代碼: '' }

/** Opens the form, types, submits it with errors, corrects them, and submits again; nothing is stored. */
export async function visitForm(target: ThrottledPage): Promise<Visit> {
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
  for (const [label, text] of Object.entries(filled)) await fill(dialog, label, text)
  const errors = await timed(target, 'busy', async () => {
    await page.click('.modal-footer .btn-primary')
    await page.waitForSelector('.modal [role=alert]')
  })
  const wrong = await dialog.getByRole('alert').getByRole('listitem').count()
  const expected = Object.keys(corrections).length
  if (wrong !== expected)
    throw new Error(`${wrong} errors are shown instead of ${expected}: ${await dialog.getByRole('alert').innerText()}`)
  for (const [label, text] of Object.entries(corrections)) await fill(dialog, label, text)
  return { open, shown, key: keys / typed.length, errors, sent: await untilSent(target) }
}

/** Fills in a text, or chooses the first option: of a select, or of the panel that ours opens for many options. */
async function fill(dialog: Locator, label: string, text: string): Promise<void> {
  const byRole = dialog.getByRole('textbox', { name: label, exact: true }).or(dialog.getByRole('combobox', { name: label, exact: true }))
  const field = byRole.or(dialog.getByLabel(label)).first()
  const tag = await field.evaluate((element) => element.tagName)
  if (tag === 'SELECT') await field.selectOption({ index: 1 })
  else if (tag === 'BUTTON') {
    await field.click()
    await dialog.page().locator('[role=option]:visible').first().click()
  } else await field.fill(text === '' ? '1' : text)
}

/** From the click to the request that leaves, in milliseconds of the page's own clock. */
async function untilSent({ page }: ThrottledPage): Promise<number> {
  await page.route('**/api/company/companies', (route) => route.fulfill({ status: 503, body: '' }))
  await page.evaluate(() => document.addEventListener('click', () => performance.mark('submit'), { capture: true, once: true }))
  await settle(page)
  const answered = page.waitForResponse('**/api/company/companies')
  await page.click('.modal-footer .btn-primary')
  await answered
  const sent = await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/api/company/companies`)[0]?.startTime)
  return (
    ((await sent.jsonValue()) as number) - (await page.evaluate(() => performance.getEntriesByName('submit')[0]?.startTime ?? Number.NaN))
  )
}
