import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { writeXlsx } from '../../src/server/records/export/xlsx.ts'
import { signInToNoticeboard, takeUpSession, textBox } from './support/console.ts'
import { journeyEnvironment } from './support/environment.ts'
import { choose } from './support/picker.ts'
import { grantToRoles } from './support/roles.ts'
import { pressRowAction } from './support/rowAction.ts'
import { findMail, staffApi } from './support/staffApi.ts'

/** Four screens as an analyst writes them from the guide, each with its entity. */
const documents = join(import.meta.dirname, 'fourScreens')
const { schemas } = journeyEnvironment()

const written: Readonly<Record<string, readonly string[]>> = {
  purchases: ['purchase'],
  deliveries: ['delivery', 'deliveryLine'],
  suppliers: ['supplier'],
  expenses: ['expense'],
  counters: ['counter'],
}
const linesMax = 60
const allOf = (screen: string, verbs: string) => verbs.split(' ').map((verb) => `fresh.${screen}.${verb}`)
const rights = {
  OPS: [
    ...allOf('purchases', 'view create edit submit delete export'),
    ...allOf('suppliers', 'view create edit delete'),
    ...allOf('deliveries', 'view create edit delete export'),
    ...allOf('expenses', 'view create export'),
    ...allOf('counters', 'view create edit import export'),
  ],
  FM: allOf('purchases', 'view approve'),
  MER: allOf('counters', 'view edit'),
}

const linesOf = (path: string) => readFileSync(join(documents, path), 'utf8').trim().split('\n').length

/** Adds rows to a table of rows, and fills their cells. */
async function fillRows(form: Locator, title: string, added: readonly Readonly<Record<string, string>>[]): Promise<void> {
  const rows = form.getByRole('group', { name: title })
  for (const [index, cells] of added.entries()) {
    await rows.getByRole('button', { name: '新增', exact: true }).click()
    for (const [name, text] of Object.entries(cells)) await rows.getByLabel(`${name} 第 ${index + 1} 列`).fill(text)
  }
}

const save = async (page: Page) => {
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '確定' }).click()
  await expect(form).toHaveCount(0)
}
const confirm = async (page: Page, question: string) => {
  await page.getByText(question).last().waitFor()
  await page.getByRole('button', { name: '確定' }).last().click()
}
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  return page.getByRole('dialog')
}
const rowWith = (page: Page, text: string) => page.locator('tr[data-row-id]').filter({ hasText: text })

test('four screens built from the guide alone are short, and do what they say', async ({ page, browser }) => {
  for (const [screen, entities] of Object.entries(written)) {
    const lines = linesOf(`screens/_fresh/${screen}.json`) + entities.reduce((sum, name) => sum + linesOf(`entities/fresh/${name}.json`), 0)
    expect([screen, lines < linesMax]).toEqual([screen, true])
  }
  for (const folder of readdirSync(documents)) cpSync(join(documents, folder), join(schemas, folder), { recursive: true })
  const takeBack = await grantToRoles(rights)
  try {
    await takeUpSession(page, 'ops01')

    await test.step('a workflow with line items, amounts, a total, a notice and a second person', async () => {
      await page.goto('/_fresh/purchases')
      const form = await openForm(page)
      await textBox(form, '事由').fill('會議室')
      await fillRows(form, '明細', [
        { 品名: '投影機', 數量: '2', 單價: '15000' },
        { 品名: '線材', 數量: '10', 單價: '120' },
      ])
      await expect(form.getByRole('status', { name: '總計' })).toHaveText('31,200')
      await save(page)
      const row = rowWith(page, '會議室')
      await expect(row).toContainText('31,200')
      await pressRowAction(row, '送審')
      await confirm(page, '確定要送審嗎？')
      await expect(row).toContainText('待審核')

      const approver = await (await browser.newContext()).newPage()
      await signInToNoticeboard(approver, 'fm01')
      await approver.getByRole('link', { name: '會議室 等候核准' }).click()
      await expect(approver.getByRole('dialog')).toContainText('投影機')
      await approver.getByRole('dialog').getByRole('button', { name: '核准' }).click()
      await confirm(approver, '確定要核准嗎？')
      await expect(rowWith(approver, '會議室')).toContainText('已核准')
      await approver.context().close()
    })

    await test.step('a master with its details, which refers to another record', async () => {
      await page.goto('/_fresh/suppliers')
      await textBox(await openForm(page), '名稱').fill('禾光文具')
      await save(page)
      await page.goto('/_fresh/deliveries')
      const form = await openForm(page)
      await choose(form, '供應商', '禾光文具')
      await fillRows(form, '品項', [
        { 品名: '紙', 數量: '5', 單價: '90' },
        { 品名: '筆', 數量: '20', 單價: '12' },
      ])
      await save(page)
      await expect(rowWith(page, '禾光文具')).toContainText('690')
      await page.goto('/_fresh/suppliers')
      await expect(rowWith(page, '禾光文具')).toContainText('1')
      await pressRowAction(rowWith(page, '禾光文具'), '刪除')
      await confirm(page, '刪除')
      await expect(page.getByText('資料已被使用，無法刪除。').first()).toBeVisible()
    })

    await test.step('a cross table with a chart, by mail', async () => {
      const ops = await staffApi('ops01')
      for (const [index, department] of ['業務', '行銷', '資訊', '業務'].entries())
        await ops('POST', '/api/fresh/expenses', { spentOn: `2026-0${1 + (index % 2)}-15`, department, amount: 1000 * (index + 1) })
      await page.goto('/_fresh/expenses')
      await expect(page.getByRole('region', { name: '彙總表' })).toContainText('10,000')
      await expect(page.getByRole('figure')).toBeVisible()
      await page.getByRole('button', { name: '我的檢視' }).click()
      await page.getByRole('button', { name: '定期寄送…' }).click()
      await page.getByRole('button', { name: '新增定期寄送' }).click()
      const form = page.getByRole('dialog', { name: '新增定期寄送' })
      await textBox(form, '名稱').fill('每月費用')
      await form.getByLabel('資料期間').selectOption({ label: '依查詢條件' })
      await form.getByRole('button', { name: '確定' }).click()
      await page.getByRole('button', { name: '立即寄送「每月費用」' }).click()
      const { files } = await findMail(({ subject }) => subject === '定期寄送：每月費用')
      const [head, ...rows] = await readSheet(Buffer.from(files[0]?.data ?? []))
      expect(head).toEqual(['月份', '業務 金額', '行銷 金額', '資訊 金額', '總計 金額'])
      expect(rows.at(-1)).toEqual(['總計', 5000, 2000, 3000, 10_000])
      await page.getByRole('button', { name: '關閉' }).last().click()
    })

    await test.step('a list of merchants with import and bulk edit', async () => {
      await page.goto('/_fresh/counters')
      await page.getByRole('button', { name: '匯入', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByLabel(/選擇檔案/)
        .setInputFiles({ name: 'counters.xlsx', mimeType: 'application/octet-stream', buffer: await countersFile() })
      await expect(dialog.getByText('檢查通過，共 3 筆')).toBeVisible()
      await dialog.getByRole('button', { name: '確定' }).click()
      await expect(dialog).toHaveCount(0)
      await page.getByRole('checkbox', { name: '全選' }).check()
      await page.getByRole('button', { name: '批次修改' }).click()
      await choose(page.getByRole('dialog'), '樓層', '3F')
      await page.getByRole('dialog').getByRole('button', { name: '確定' }).click()
      await expect(page.locator('tr[data-row-id]').filter({ hasText: '3F' })).toHaveCount(3)

      await page.getByRole('dialog').getByRole('button', { name: '關閉' }).last().click()

      await page.getByRole('cell', { name: '30,000' }).dblclick()
      const cell = page.getByRole('dialog')
      await expect(cell.getByLabel('月租')).toBeFocused()
      await page.keyboard.type('31000')
      await page.keyboard.press('Enter')
      await expect(cell).toHaveCount(0)
      await expect(page.getByRole('cell', { name: '79,000' })).toBeVisible()
      await expect(page.getByRole('button', { name: '修改月租：一號櫃' })).toBeFocused()

      const merchant = await (await browser.newContext()).newPage()
      await takeUpSession(merchant, 'mer01')
      await merchant.goto('/_fresh/counters')
      await expect(merchant.locator('tr[data-row-id]')).toHaveCount(2)
      await expect(merchant.getByText('別家的櫃位')).toHaveCount(0)
      await merchant.context().close()
    })
  } finally {
    await takeBack()
    for (const folder of readdirSync(documents))
      for (const inner of readdirSync(join(documents, folder))) rmSync(join(schemas, folder, inner), { recursive: true, force: true })
  }
})

async function countersFile(): Promise<Buffer> {
  async function* rows() {
    yield ['特約商', '櫃位編號', '名稱', '樓層', '月租', '狀態']
    yield ['C000101', 'A01', '一號櫃', '1F', 30_000, '啟用']
    yield ['C000101', 'A02', '二號櫃', '2F', 28_000, '啟用']
    yield ['C000102', 'B01', '別家的櫃位', 'B1', 20_000, '啟用']
  }
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx('櫃位', rows())) parts.push(part)
  return Buffer.concat(parts)
}
