import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { takeUpSession } from './support/console.ts'
import { journeyEnvironment } from './support/environment.ts'

const file = join(journeyEnvironment().schemas, 'screens/_company/retail_store.json')

test('an edited document redraws the open screen; a broken edit is reported and the last good one stays', async ({ page, browser }) => {
  const original = readFileSync(file, 'utf8')
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/retail_store')
  await expect(page.getByRole('columnheader', { name: /門市名稱/ })).toBeVisible()
  await page.evaluate(() => {
    document.body.dataset.journey = 'same page'
  })
  try {
    const edited = JSON.parse(original) as { list: { columns: unknown[] } }
    edited.list.columns = edited.list.columns.map((column) => (column === 'storeName' ? { field: 'storeName', title: '分店' } : column))
    writeFileSync(file, JSON.stringify(edited, null, 2))
    await expect(page.getByRole('columnheader', { name: /分店/ })).toBeVisible()
    expect(await page.evaluate(() => document.body.dataset.journey)).toBe('same page')

    edited.list.columns.push('storeNmae')
    writeFileSync(file, JSON.stringify(edited, null, 2))
    const adminContext = await browser.newContext()
    const admin = await adminContext.newPage()
    await takeUpSession(admin, 'admin')
    await admin.goto('/_authority/users')
    await admin.getByRole('button', { name: /項問題/ }).click()
    await expect(admin.getByText(/retail_store\.json:\d+:\d+/)).toBeVisible()
    await expect(admin.getByText(/storeName/).first()).toBeVisible()
    await adminContext.close()
    await page.reload()
    await expect(page.getByRole('columnheader', { name: /分店/ })).toBeVisible()
  } finally {
    writeFileSync(file, original)
  }
  await expect(page.getByRole('columnheader', { name: /門市名稱/ })).toBeVisible()
})
