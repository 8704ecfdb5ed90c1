import { expect, type Page, test } from '@playwright/test'
import { takeUpSession, textBox } from './support/console.ts'
import { choose } from './support/picker.ts'
import { pressRowAction } from './support/rowAction.ts'

/** Fills every required field of the company form except the tax ID. */
async function fillCompany(page: Page, name: string): Promise<void> {
  const form = page.getByRole('dialog', { name: '新增特約商' })
  const texts: Record<string, string> = {
    公司名稱: `${name}股份有限公司`,
    簡稱: name,
    發票抬頭: `${name}股份有限公司`,
    負責人: '林怡君',
    業務聯絡人: '陳柏翰',
    業務聯絡電話: '02-27551234#12',
    業務電子郵件: 'sales@example.com',
    帳務聯絡人: '黃雅婷',
    帳務聯絡電話: '0912345678',
    帳務電子郵件: 'finance@example.com',
    地址: '中正路1號',
    合約編號: 'CT-2026-001',
    合約起日: '2026-01-01',
    合約迄日: '2028-12-31',
    分行: '0012',
    帳號: '1234567890',
  }
  for (const [label, value] of Object.entries(texts)) await textBox(form, label).fill(value)
  await form.getByLabel('特約商類型').selectOption({ label: '餐飲' })
  await form.getByLabel('結算方式').selectOption({ label: '月結' })
  await choose(form, '銀行代碼', '玉山銀行')
  await choose(form, '縣市', '臺北市')
  await choose(form, '鄉鎮市區', '106 大安區')
  // Filled from the district; the three-digit code is the one of the postal service.
  await expect(textBox(form, '郵遞區號')).toHaveValue('106')
}

async function openEdit(page: Page, name: string) {
  await page.goto(`/_company/companies?companyName=${encodeURIComponent(name)}`)
  await pressRowAction(page.getByRole('row', { name: new RegExp(name) }), '修改')
  const form = page.getByRole('dialog', { name: '修改特約商' })
  await expect(textBox(form, '簡稱')).toHaveValue(name)
  return form
}

test.describe('maintaining a company', () => {
  test('a wrong tax ID is refused, the right one creates a draft that a filter finds', async ({ page }) => {
    await takeUpSession(page, 'ops01')
    await page.goto('/_company/companies')
    await page.getByRole('button', { name: '新增', exact: true }).click()
    const form = page.getByRole('dialog', { name: '新增特約商' })
    await fillCompany(page, '澄光')
    await textBox(form, '統一編號').fill('04595258')
    // Messages show only after a submit attempt (specification, section 5).
    await expect(form.getByText('統編錯誤')).toHaveCount(0)
    await form.getByRole('button', { name: '確定' }).click()
    await expect(form.getByText('統編錯誤', { exact: true }).first()).toBeVisible()
    await textBox(form, '統一編號').fill('1234567')
    await expect(form.getByText('統編錯誤，要有 8 個數字').first()).toBeVisible()
    await textBox(form, '統一編號').fill('04595252')
    await form.getByRole('button', { name: '確定' }).click()
    await expect(page.getByText('新增成功!')).toBeVisible()

    await page.getByRole('textbox', { name: '公司名稱' }).fill('澄光')
    await page.getByRole('button', { name: '查詢', exact: true }).click()
    await expect(page).toHaveURL(/companyName=/)
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.getByRole('cell', { name: '草稿' })).toBeVisible()
  })

  test('an edit that clashes with another session is refused and loses nothing', async ({ page, browser }) => {
    await takeUpSession(page, 'ops01')
    const otherContext = await browser.newContext()
    const other = await otherContext.newPage()
    await takeUpSession(other, 'ops02')

    const mine = await openEdit(page, '澄光')
    const theirs = await openEdit(other, '澄光')
    await textBox(theirs, '負責人').fill('張志明')
    await theirs.getByRole('button', { name: '確定' }).click()
    await expect(other.getByText('修改成功!')).toBeVisible()

    await textBox(mine, '負責人').fill('王淑芬')
    await textBox(mine, '備註').fill('由第一個視窗輸入的備註')
    await mine.getByRole('button', { name: '確定' }).click()
    await expect(page.getByText('資料已被其他人員修改，請重新查詢後再試。').first()).toBeVisible()
    const conflict = page.getByRole('dialog').last()
    await expect(conflict).toContainText('王淑芬')
    await expect(conflict).toContainText('張志明')
    await conflict.getByRole('radio', { name: '負責人：我的輸入' }).check()
    await conflict.getByRole('button', { name: '確定' }).click()
    await expect(page.getByText('修改成功!')).toBeVisible()

    const after = await openEdit(page, '澄光')
    await expect(textBox(after, '負責人')).toHaveValue('王淑芬')
    await expect(textBox(after, '備註')).toHaveValue('由第一個視窗輸入的備註')
    await otherContext.close()
  })
})
