import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { writeXlsx } from '../../src/server/records/export/xlsx.ts'
import { takeUpSession, textBox } from './support/console.ts'
import { journeyEnvironment } from './support/environment.ts'
import { grantToRoles } from './support/roles.ts'
import { pressRowAction } from './support/rowAction.ts'
import { staffApi } from './support/staffApi.ts'

const { schemas, server, projectRoot } = journeyEnvironment()
const draft = join(schemas, '../draft')
const uri = '/_example/parts'
const files = { entity: 'entities/example/part.json', screen: `screens${uri}.json` }
const count = 5000

/** A list of parts with a total over one field, whose name is given. */
function writeParts(folder: string, amount: string, former?: string): void {
  const fields = ['partNo', amount, 'note']
  const entity = {
    ...{ $schema: '../../language/entity.schema.json', name: 'part', title: '零件', key: 'partNo', label: 'partNo', type: 'object' },
    required: ['partNo'],
    properties: {
      partNo: { type: 'string', title: '料號', 'x-unique': true, maxLength: 10 },
      [amount]: { type: 'number', title: '金額', ...(former && { renamedFrom: former }) },
      note: { type: 'string', title: '備註', maxLength: 20 },
    },
  }
  const screen = {
    ...{ $schema: '../../language/screen.schema.json', uri, title: '零件', icon: 'category', entity: 'part' },
    list: {
      columns: fields,
      filters: ['partNo', { field: amount, op: 'between' }],
      totals: [amount],
      toolbar: ['create', 'import', 'export'],
      rowActions: ['edit', 'history'],
    },
    forms: { edit: { mode: 'edit', fields }, create: { mode: 'create', fields } },
  }
  for (const [path, document] of [
    [files.entity, entity],
    [files.screen, screen],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(document, null, 2))
  }
}

/** What an analyst runs beside the server. */
function schemasCommand(folder: string, ...words: readonly string[]): string {
  const env = { ...process.env, ...server, SCHEMAS_DIR: folder }
  return execFileSync('node', ['src/commands/tsx.mjs', 'src/commands/schemas.ts', ...words], { cwd: projectRoot, env, encoding: 'utf8' })
}

async function partsFile(first: number, last: number): Promise<Buffer> {
  async function* rows() {
    yield ['料號', '金額', '備註']
    for (let index = first; index <= last; index++) yield [`P${String(index).padStart(5, '0')}`, index, '庫存']
  }
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx('零件', rows())) parts.push(part)
  return Buffer.concat(parts)
}

async function exported(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: '匯出格式' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  return readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
}

test('a field of 5,000 records is renamed while somebody has a form open, and back', async ({ page, browser }) => {
  writeParts(schemas, 'amount')
  const verbs = ['view', 'create', 'edit', 'import', 'export'].map((verb) => `example.parts.${verb}`)
  const takeBack = await grantToRoles({ OPS: verbs })
  try {
    await takeUpSession(page, 'ops01')
    await page.goto(uri)

    await test.step('5,000 rows are imported, a thousand at a time, because everybody waits for the embedded database meanwhile', async () => {
      await page.getByRole('button', { name: '匯入', exact: true }).click()
      const dialog = page.getByRole('dialog')
      const file = { name: 'parts.xlsx', mimeType: 'application/octet-stream', buffer: await partsFile(1, 1000) }
      await dialog.getByLabel(/選擇檔案/).setInputFiles(file)
      await expect(dialog.getByText('檢查通過，共 1000 筆')).toBeVisible({ timeout: 120_000 })
      await dialog.getByRole('button', { name: '確定' }).click()
      await expect(dialog).toHaveCount(0, { timeout: 120_000 })
      // The dialog draws a thousand rows, which has been seen once.
      const operations = await staffApi('ops01')
      for (let first = 1001; first < count; first += 1000) {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(await partsFile(first, first + 999))]), 'parts.xlsx')
        await operations('POST', '/api/example/parts/import', form)
      }
      await page.reload()
      await expect(page.getByRole('cell', { name: '12,502,500' })).toBeVisible()
    })

    const form = page.getByRole('dialog')
    await test.step('a form is open, and partly changed', async () => {
      await page.goto(`${uri}?partNo=P00007`)
      await pressRowAction(page.locator('tr[data-row-id]').first(), '修改')
      await textBox(form, '備註').fill('改名之前開的')
      await form.getByLabel('金額').fill('1007')
    })

    await test.step('the impact is known before', () => {
      cpSync(schemas, draft, { recursive: true })
      writeParts(draft, 'total', 'amount')
      expect(schemasCommand(draft, 'impact')).toContain('「金額」由 amount 改名為 total')
    })

    await test.step('administrators see what was accepted, and whom it touches', async () => {
      const context = await browser.newContext()
      const watching = await context.newPage()
      await takeUpSession(watching, 'admin')
      await watching.goto('/_authority/users')
      writeParts(schemas, 'total', 'amount')
      await watching.getByRole('button', { name: /畫面文件已更新 \d+ 次/ }).click()
      const dialog = watching.getByRole('dialog', { name: '畫面文件的更新與影響' })
      await expect(dialog.getByText('「金額」由 amount 改名為 total').first()).toBeVisible()
      await expect(dialog.getByText('已存的資料有 5000 筆有 total 的值：一起改名')).toBeVisible()
      await context.close()
    })

    await test.step('the form can still be saved, and the list, its total and its file are right', async () => {
      await form.getByRole('button', { name: '確定' }).click()
      await expect(page.getByText('修改成功!')).toBeVisible()
      await expect(form).toHaveCount(0)
      const row = page.locator('tr[data-row-id]').first()
      await expect(row).toContainText('1,007')
      await expect(row).toContainText('改名之前開的')
      await page.goto(`${uri}?totalFrom=1000&sort=total.desc`)
      await expect(page.locator('tr[data-row-id]').first()).toContainText('P05000')
      await page.goto(uri)
      await expect(page.getByRole('cell', { name: '12,503,500' })).toBeVisible()
      const lines = await exported(page)
      expect(lines.filter((line) => /P\d{5}/.test(line))).toHaveLength(count)
      expect(lines.find((line) => line.includes('P00007'))).toMatch(/1007.*改名之前開的/)
    })

    await test.step('undo brings the former name back, with what was saved in between', async () => {
      schemasCommand(schemas, 'undo')
      await page.goto(`${uri}?amountFrom=5000`)
      await expect(page.locator('tr[data-row-id]')).toHaveCount(1)
      await page.goto(`${uri}?partNo=P00007`)
      await expect(page.locator('tr[data-row-id]').first()).toContainText('1,007')
    })
  } finally {
    await takeBack()
    for (const file of Object.values(files)) rmSync(join(schemas, file), { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
})
