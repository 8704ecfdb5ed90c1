import { expect, test } from '@playwright/test'
import { takeUpSession, textBox } from './support/console.ts'

test('a group is searched, made and saved without a mouse, and the keys are listed', async ({ page }) => {
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/retail_store')
  await expect(page.locator('tr[data-row-id]').first()).toBeVisible()

  await page.keyboard.press('/')
  // The first key loads the code for the next one; only a test types faster than that.
  await expect(page.locator('[aria-keyshortcuts="/"]')).toBeFocused()
  await page.keyboard.type('日日好')
  const found = page.waitForResponse((response) => new URL(response.url()).searchParams.has('search'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=/)
  // The keys act on the rows in sight, so these have to be the new ones.
  await found
  await expect(page.getByRole('region', { name: '門市維護清單' })).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('Tab')

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName(/^檢視門市/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('n')
  await expect(dialog).toHaveAccessibleName(/^新增門市/)
  await textBox(dialog, '門市名稱').fill('快速鍵測試店')
  await page.keyboard.press('Control+s')
  // The form reports missing fields, so the key did save.
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: '確定' }).click()
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '鍵盤快速鍵' })).toContainText('Ctrl + S')
})
