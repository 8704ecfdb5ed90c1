import { expect, test } from '@playwright/test'
import { signIn, signInToNoticeboard, signOut, textBox } from './support/console.ts'

test("a user is created, gets a role, changes the first password and sees only that role's menu", async ({ page }) => {
  await signInToNoticeboard(page, 'admin')
  await page.goto('/_authority/users')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = page.getByRole('dialog', { name: '新增使用者' })
  await textBox(form, '帳號').fill('journey.user')
  await textBox(form, '姓名').fill('謝承恩')
  await textBox(form, '電子郵件').fill('journey@example.com')
  await form.getByLabel('使用者類型').selectOption({ label: '平台人員' })
  await form.getByRole('checkbox', { name: '行銷人員' }).check()
  await textBox(form, '初始密碼').fill('First-Password-1')
  await form.getByRole('button', { name: '確定' }).click()
  await expect(page.getByText('新增成功!')).toBeVisible()
  await signOut(page)

  await signIn(page, 'journey.user', 'First-Password-1')
  await expect(page).toHaveURL(/change_password/)
  await page.getByRole('textbox', { name: '目前密碼' }).fill('First-Password-1')
  await page.getByRole('textbox', { name: '新密碼', exact: true }).fill('Second-Password-2')
  await page.getByRole('textbox', { name: '確認新密碼' }).fill('Second-Password-2')
  await page.getByRole('button', { name: '確定' }).click()
  await expect(page).toHaveURL(/\/login/)

  await signInToNoticeboard(page, 'journey.user', 'Second-Password-2')
  await expect(page.getByRole('button', { name: '公告管理' })).toBeVisible()
  await expect(page.getByRole('button', { name: '介接管理' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '紀錄查詢' })).toHaveCount(0)
  await page.getByRole('button', { name: '權限管理' }).click()
  await expect(page.getByRole('link', { name: '使用者管理' })).toHaveCount(0)
})
