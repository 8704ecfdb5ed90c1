import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { signInToNoticeboard, textBox, watchProblems } from './support/console.ts'
import { journeyEnvironment } from './support/environment.ts'

const { schemas } = journeyEnvironment()
const paths = { entity: join(schemas, 'entities/example/crate.json'), screen: join(schemas, 'screens/_settings/crates.json') }

/** Records that are stored when the field is renamed. */
const count = 5_000

function write(field: object, name: string) {
  const properties = {
    crateNo: { type: 'string', title: '箱號', 'x-unique': true, maxLength: 10 },
    [name]: { type: 'integer', title: '重量', ...field },
  }
  const entity = { name: 'crate', title: '箱子', key: 'crateNo', label: 'crateNo', type: 'object', properties, required: ['crateNo'] }
  const screen = {
    ...{ uri: '/_settings/crates', title: '箱子', icon: 'inventory_2', entity: 'crate' },
    list: {
      columns: ['crateNo', { field: name, total: true }],
      filters: ['crateNo', { field: name, op: 'between' }],
      sort: ['crateNo'],
      toolbar: ['create', 'import', 'export'],
      rowActions: ['edit'],
    },
    forms: { create: { fields: ['crateNo', name] }, edit: { extends: 'create' } },
  }
  for (const [path, document] of [
    [paths.entity, entity],
    [paths.screen, screen],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(document, null, 2))
  }
}

const toolbarTotal = (page: Page) => page.getByRole('row', { name: /總計/ })

async function exported(page: Page): Promise<string> {
  await page.getByRole('button', { name: '匯出', exact: true }).click()
  const download = page.waitForEvent('download')
  await page
    .getByRole('menuitem', { name: /CSV/ })
    .or(page.getByRole('button', { name: /CSV/ }))
    .click()
  return readFileSync(await (await download).path(), 'utf8')
}

test('a field is renamed while somebody fills in a form and 5,000 records are stored, and taken back', async ({ page, browser }) => {
  const problems = watchProblems(page)
  write({}, 'weight')
  try {
    await signInToNoticeboard(page, 'admin')
    await page.goto('/_settings/crates')
    await expect(page.getByRole('heading', { name: '箱子' })).toBeVisible()
    const lines = Array.from({ length: count }, (_, index) => `C${String(index).padStart(5, '0')},${index % 10}`)
    await page.getByRole('button', { name: '匯入', exact: true }).click()
    const chooser = page.getByRole('dialog')
    await chooser.locator('input[type=file]').setInputFiles({
      name: 'crates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`箱號,重量\n${lines.join('\n')}\n`),
    })
    await chooser.getByRole('button', { name: /匯入|確定/ }).click()
    await expect(toolbarTotal(page)).toContainText('22,500')

    // Somebody else has a form open.
    const other = await (await browser.newContext()).newPage()
    await signInToNoticeboard(other, 'admin')
    await other.goto('/_settings/crates')
    await other.getByRole('button', { name: '修改', exact: true }).first().click()
    const form = other.getByRole('dialog')
    await textBox(form, '重量').or(form.getByLabel('重量')).fill('100')

    write({ renamedFrom: 'weight' }, 'grams')
    await page.getByRole('button', { name: /畫面文件已更新/ }).click()
    const told = page.getByRole('dialog', { name: '畫面文件的更新與影響' })
    await expect(told.getByText('「重量」由 weight 改名為 grams：已存的資料、使用者的欄位與檢視一起改')).toBeVisible()
    await told.getByRole('button', { name: '知道了' }).click()
    await expect(toolbarTotal(page)).toContainText('22,500')

    await form.getByRole('button', { name: '確定' }).click()
    await expect(other.getByText('修改成功!')).toBeVisible()
    await page.reload()
    await expect(toolbarTotal(page)).toContainText('22,600')
    await page.goto('/_settings/crates?gramsFrom=100')
    await expect(page.getByRole('row', { name: /C00000/ })).toContainText('100')
    expect((await exported(page)).trim().split('\r\n')).toHaveLength(2)

    write({}, 'weight')
    await page.goto('/_settings/crates?weightFrom=100')
    await expect(page.getByRole('row', { name: /C00000/ })).toContainText('100')
    await page.goto('/_settings/crates')
    await expect(toolbarTotal(page)).toContainText('22,600')
    expect(problems).toEqual([])
  } finally {
    rmSync(paths.screen, { force: true })
    rmSync(paths.entity, { force: true })
  }
})
