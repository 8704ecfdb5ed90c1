import { expect, test } from '@playwright/test'
import { demoPassword, signIn, signInToNoticeboard, signOut, watchProblems } from './support/console.ts'

test.describe('signing in and out', () => {
  test('an administrator signs in, sees the granted functions only, and signs out', async ({ page }) => {
    const problems = watchProblems(page)
    await signInToNoticeboard(page, 'admin')
    await page.getByRole('button', { name: '權限管理' }).click()
    await expect(page.getByRole('link', { name: '使用者管理' })).toBeVisible()
    // The administrator manages accounts and parameters; merchants' outlets are not among the granted functions (domain 6).
    await page.getByRole('button', { name: '特約商管理' }).click()
    await expect(page.getByRole('link', { name: '門市維護' })).toHaveCount(0)
    await signOut(page)
    await expect(page.getByText('登出成功!')).toBeVisible()
    expect(problems).toEqual([])
  })

  test('a sign-out in one tab ends the others, and what was typed there is gone', async ({ page }) => {
    await signInToNoticeboard(page, 'admin')
    const other = await page.context().newPage()
    await other.goto('/_authority/roles')
    await other.getByRole('button', { name: '新增', exact: true }).click()
    await other.getByRole('dialog').getByLabel('角色名稱').fill('盤點員')
    const drafts = () => other.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))
    await expect.poll(drafts).toHaveLength(1)
    await signOut(page)
    await expect(other).toHaveURL(/\/login/)
    await expect.poll(drafts).toEqual([])
  })

  test('a protected page remembers where the visitor wanted to go', async ({ page }) => {
    await page.goto('/_authority/users?userName=fin')
    await expect(page).toHaveURL(/\/login/)
    await page.getByLabel('帳號').fill('admin')
    await page.getByLabel('密碼', { exact: true }).fill(demoPassword('admin'))
    await page.getByRole('button', { name: '登入' }).click()
    await expect(page).toHaveURL(/\/_authority\/users\?.*userName=fin/)
    await expect(page.getByRole('cell', { name: 'fin01', exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'mkt01', exact: true })).toHaveCount(0)
  })

  test('a merchant user sees only its own company', async ({ page }) => {
    await signInToNoticeboard(page, 'mer01')
    await page.goto('/_company/company_details')
    await expect(page.getByRole('cell', { name: 'C000101' })).toBeVisible()
    await expect(page.getByRole('cell', { name: /^C\d{6}$/ })).toHaveCount(1)
    // A screen that it may not open leads to the first page, which has tables of its own records.
    await page.goto('/_company/companies')
    await expect(page).toHaveURL(/\/noticeboard$/)
    await expect(page.getByRole('link', { name: /^ST\d{6}C000101/ }).first()).toBeVisible()
    const companies = (await page.getByRole('main').innerText()).match(/C\d{6}/g) ?? []
    expect([...new Set(companies)]).toEqual(['C000101'])
  })

  test('a wrong password is counted, the fifth locks the account, and an unknown account looks alike', async ({ page }) => {
    for (const account of ['cs01', 'no_such_account']) {
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await signIn(page, account, 'Wrong-password-1')
        await expect(
          page.getByText(`帳號密碼輸入錯誤（第${attempt}次），請注意密碼輸入錯誤5次以上時會鎖住帳號。`).first(),
          `${account}, attempt ${attempt}`,
        ).toBeVisible()
      }
      await signIn(page, account, 'Wrong-password-1')
      await expect(page.getByText(/第5次|帳號已鎖定/).first()).toBeVisible()
    }
    await signIn(page, 'cs01')
    await expect(page.getByText('帳號已鎖定，請使用忘記密碼或洽系統管理人員。').first()).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  })
})
