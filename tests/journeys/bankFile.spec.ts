import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { accessProblems } from './support/access.ts'
import { takeUpSession, textBox } from './support/console.ts'
import { pressRowAction } from './support/rowAction.ts'

const headings = ['交易日', '卡號後四碼', '外部交易序號', '類別', '點數', '金額']

/** Our own lines of the cycle, as the export tells them. */
async function exportedLines(page: Page, row: Locator): Promise<readonly Record<string, unknown>[]> {
  const download = page.waitForEvent('download')
  await pressRowAction(row, '匯出銀行檔明細')
  const [titles = [], ...lines] = await readSheet(await readFile(await (await download).path()))
  const records = lines.map((line) => Object.fromEntries(titles.map((title, index) => [String(title), line[index]])))
  return records.filter((line) => line.平台點數 !== null)
}

async function handle(page: Page, line: string, remark: string): Promise<void> {
  await page.getByRole('navigation', { name: '銀行檔明細檢視' }).getByRole('button', { name: '差異待處理' }).click()
  await pressRowAction(page.getByRole('row', { name: new RegExp(line) }), '差異處理')
  const form = page.getByRole('dialog', { name: '差異處理' })
  await textBox(form, '處理說明').fill(remark)
  await form.getByRole('button', { name: '確定' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(line) })).toHaveCount(0)
}

test('bank file with differences: import, look, handle, close', async ({ page }) => {
  await takeUpSession(page, 'fin01')
  await page.goto('/_accounting/ctbc_period_statement?view=different')
  const row = page.getByRole('row', { name: /未關帳/ }).first()
  await expect(row).toContainText('不符')
  const periodNo = String((await row.getByRole('cell').allTextContents()).find((text) => /^\d{6}B$/.test(text)))
  const ours = await exportedLines(page, row)

  // A file in which one line has other points, and two are nobody's here.
  const lines = ours.map((line, index) => [
    ...[line.交易日, line.卡號後四碼 ?? '', line.外部交易序號 ?? '', line.類別],
    ...[Number(line.平台點數) + (index === 0 ? 7 : 0), ''],
  ])
  const strange = ['JOURNEY1', 'JOURNEY2'].map((no) => [ours[0]?.交易日, '0000', no, '紅利轉入', 1, 1])
  const csv = [headings, ...lines, ...strange].map((cells) => cells.join(',')).join('\r\n')

  await page.goto(`/_accounting/ctbc_period_statement?periodNo=${periodNo}`)
  const period = page.getByRole('row', { name: new RegExp(periodNo) })
  await pressRowAction(period, '匯入銀行檔')
  const dialog = page.getByRole('dialog', { name: /匯入銀行檔/ })
  const chooser = dialog.getByLabel(/選擇檔案/)
  await chooser.setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.replace('交易日', '日期')) })
  await expect(dialog.getByText('未知的欄位「日期」')).toBeVisible()
  await dialog.getByLabel(/選擇檔案/).setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog.getByText(`檢查通過，共 ${lines.length + 2} 筆`)).toBeVisible()
  expect(await accessProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(period).toContainText('尚有 3 筆差異未處理。')

  await period.getByText(periodNo).first().click()
  const view = page.getByRole('dialog', { name: new RegExp(periodNo) })
  await view.getByRole('tab', { name: '銀行檔明細' }).click()
  await expect(view.getByRole('row', { name: /JOURNEY1/ })).toContainText('僅銀行有')
  expect(await accessProblems(page)).toEqual([])
  for (const no of ['JOURNEY1', 'JOURNEY2']) await handle(page, no, '銀行誤列，次期更正。')
  await handle(page, '點數不符', '銀行已確認短計。')
  await view.getByRole('button', { name: '關閉' }).first().click()

  await page.reload()
  await expect(period).toContainText('已處理')
  await pressRowAction(period, '關帳')
  await page.getByRole('alertdialog').getByRole('button', { name: '確定' }).click()
  await expect(period).toContainText('已關帳')
})
