import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { schemaErrorOf } from '../support/einvoiceSchema.ts'
import { accessProblems } from './support/access.ts'
import { signOut, takeUpSession, watchProblems } from './support/console.ts'
import { offersRowAction, pressRowAction } from './support/rowAction.ts'
import { addShop, findMail, staffApi } from './support/staffApi.ts'

const companyNo = 'C000101'
/** The month that the demo data leaves to be closed by hand. */
let periodNo = ''
let lastDay = ''
let closing = ''

interface StoredStatement {
  readonly id: number
  readonly rowVersion: number
  readonly statementNo: string
  readonly status: string
  readonly netAmount: number
  readonly receivableAmount: number
}

async function openRow(page: Page, address: string) {
  await page.goto(address)
  const row = page.locator('tr[data-row-id]').first()
  await expect(row).toBeVisible()
  return row
}

/** Presses a step of the one row and confirms it. */
async function take(
  page: Page,
  address: string,
  label: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => {},
) {
  await pressRowAction(await openRow(page, address), label)
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await fill(dialog)
  await dialog.getByRole('button', { name: '確定', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

// Asked of the server: midnight may have passed since its demo data was made, and another month have begun.
test.beforeAll(async () => {
  const finance = await staffApi('fin01')
  const periods = `/api/accounting/statement_close/0/1?companyNo=${companyNo}&status=1&sort=periodNo.asc`
  const { rows } = await finance<{ rows: readonly { periodNo: string; endDate: string }[] }>('GET', periods)
  const [first] = rows
  if (!first) throw new Error('no month to close')
  periodNo = first.periodNo
  lastDay = first.endDate
  closing = `/_accounting/statement_close?periodNo=${periodNo}&companyNo=${companyNo}`
})

test.describe.configure({ mode: 'serial' })

test('a month from the sale of a partner to the paid invoice and its allowance', async ({ page }) => {
  const problems = watchProblems(page)
  const finance = await staffApi('fin01')
  const shop = await addShop(companyNo, ['issue', 'reconcile'])

  // A sale of the last day, which the shop then counts twice.
  const sale = await shop.call('points/issue', {
    ...{ companyNo, retailStoreCode: 'S001', externalTxnNo: `MONTH-${Date.now()}`, businessAt: `${lastDay}T12:00:00+08:00` },
    ...{ member: { memberNo: '880000000013' }, amount: 8000, payments: [{ paymentType: '1', amount: 8000 }] },
  })
  expect(sale.body).toMatchObject({ code: '0000', replayed: false })
  const counted = await shop.call('reconcile', { companyNo, date: lastDay, kinds: [{ kind: '10', count: 900, points: 1 }] })
  expect(counted.body).toMatchObject({ code: '0000', matched: false })

  // The trial finds the difference, and the month is not offered to be closed.
  await takeUpSession(page, 'fin01')
  await pressRowAction(await openRow(page, closing), '試算')
  const row = page.locator('tr[data-row-id]').first()
  await expect(row).toContainText('1 筆')
  expect(await offersRowAction(row, '關帳')).toBe(false)

  // It is explained, and what stood in the way is gone.
  const remarks = `/_accounting/aberrant_point_remark?periodNo=${periodNo}&companyNo=${companyNo}&aberrantType=A7`
  await take(page, remarks, '備註', async (dialog) => {
    await dialog.getByLabel(/處理方式/).selectOption({ label: '特約商已確認' })
    await dialog.getByLabel(/備註說明/).fill('門市重複計數，已以帳本為準')
  })
  await take(page, closing, '關帳')
  await expect(page.locator('tr[data-row-id]').first()).toContainText('已關帳')

  const [statement] = (
    await finance<{ rows: StoredStatement[] }>('GET', `/api/accounting/statements/0/5?periodNo=${periodNo}&companyNo=${companyNo}&status=2`)
  ).rows
  if (!statement) throw new Error('the closed month has no statement')
  const { statementNo } = statement
  const statements = `/_accounting/statements?statementNo=${statementNo}`

  // Numbers come out of the track; the message of the invoice is valid.
  await take(page, statements, '開立發票')
  await expect(page.locator('tr[data-row-id]').first()).toContainText('已開立發票')
  const invoices = `/_accounting/point_invoice_discount?sourceNo=${statementNo}&feeType=1`
  const invoice = await openRow(page, invoices)
  await expect(invoice).toContainText(/[A-Z]{2}\d{8}/)
  const file = page.waitForEvent('download')
  await pressRowAction(invoice, '下載 XML')
  const [message = ''] = Object.values(unzipSync(readFileSync(await (await file).path()))).map((bytes) => new TextDecoder().decode(bytes))
  expect(message).toContain('<Buyer>')
  expect(schemaErrorOf('F0401', message)).toBeNull()

  // The letter and the workbook arrive.
  await take(page, statements, '寄送對帳單')
  const mail = await findMail(({ text }) => text.includes(statementNo))
  const [pdf, workbook] = mail.files.map(({ data }) => Buffer.from(data))
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
  const cells = (await readSheet(workbook ?? Buffer.alloc(0))).flat()
  expect(cells).toContain(statement.netAmount)

  // It is paid by the difference.
  await take(page, statements, '收付款登錄', async (dialog) => {
    await dialog
      .getByRole('radiogroup', { name: /淨額結清/ })
      .getByRole('radio', { name: '是' })
      .check()
    // The form starts with both sides in full.
    const received = async () => (await dialog.getByLabel(/本次收款/).inputValue()).replaceAll(',', '')
    await expect.poll(received).toBe(String(statement.receivableAmount))
    await dialog.getByLabel(/參考號/).fill('TT20260001')
  })
  await expect(page.locator('tr[data-row-id]').first()).toContainText('已收付款')

  // Nobody opens it again, by whatever way.
  await signOut(page)
  await takeUpSession(page, 'fm01')
  const closed = await openRow(page, closing)
  expect(await offersRowAction(closed, '重開')).toBe(false)
  const manager = await staffApi('fm01')
  const period = (
    await manager<{ rows: StoredStatement[] }>('GET', `/api/accounting/statement_close/0/5?periodNo=${periodNo}&companyNo=${companyNo}`)
  ).rows[0]
  await expect(
    manager('POST', `/api/accounting/statement_close/${period?.id}/reopen`, { rowVersion: period?.rowVersion, reason: '試試看' }),
  ).rejects.toThrow(/409/)

  // What was billed too much is credited.
  await signOut(page)
  await takeUpSession(page, 'fin01')
  await take(page, invoices, '開立折讓', async (dialog) => {
    await dialog.getByLabel(/折讓原因/).selectOption({ label: '價格更正' })
    await dialog.getByLabel(/未稅金額/).fill('5')
  })
  await expect(page.locator('tr[data-row-id]').filter({ hasText: '折讓單' })).toHaveCount(1)
  expect(await accessProblems(page)).toEqual([])
  expect(problems).toEqual([])
})

test('a merchant finds its statement, takes it home, enters its own invoice, and sees nobody else’s', async ({ page }) => {
  const problems = watchProblems(page)
  await takeUpSession(page, 'mer01')
  const row = await openRow(page, `/_accounting/statements?periodNo=${periodNo}`)
  await expect(page.locator('tr[data-row-id]')).toHaveCount(1)
  await expect(row).toContainText(companyNo)
  const file = page.waitForEvent('download')
  await pressRowAction(row, '對帳單 PDF')
  expect(
    readFileSync(await (await file).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await take(page, `/_accounting/statements?periodNo=${periodNo}`, '登錄特約商發票', async (dialog) => {
    await dialog.getByLabel(/發票號碼/).fill('ZZ12345678')
  })
  await pressRowAction(page.locator('tr[data-row-id]').first(), '檢視')
  const view = page.getByRole('dialog')
  await expect(view).toContainText('ZZ12345678')
  await view.getByRole('tab', { name: '計算說明' }).click()
  await expect(view.locator('tbody tr').first()).toBeVisible()
  expect(await accessProblems(page)).toEqual([])

  // Somebody else's is not there, by its own address either.
  const finance = await staffApi('fin01')
  const others = await finance<{ rows: StoredStatement[] }>('GET', '/api/accounting/statements/0/5?companyNo=C000102')
  await page.goto(`/_accounting/statements?statementNo=${others.rows[0]?.statementNo}`)
  await expect(page.locator('.empty-state')).toBeVisible()
  const merchant = await staffApi('mer01')
  await expect(merchant('GET', `/api/accounting/statements/${others.rows[0]?.id}`)).rejects.toThrow(/404/)
  await page.goto('/_accounting/statement_close')
  await expect(page.locator('tr[data-row-id]')).toHaveCount(0)
  expect(problems).toEqual([])
})
