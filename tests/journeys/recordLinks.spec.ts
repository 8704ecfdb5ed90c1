import { expect, type Page, test } from '@playwright/test'
import { takeUpSession, watchProblems } from './support/console.ts'

/** The first link of a list that leads to a screen. */
const linkTo = (page: Page, uri: string) => page.locator(`tr[data-row-id] a[href^="${uri}?"]`).first()

test('numbers of other records are links: to companies, members, orders, from lists and from views', async ({ page }) => {
  const problems = watchProblems(page)
  await takeUpSession(page, 'ops01')
  const dialog = page.getByRole('dialog')

  // By another number than the one in addresses.
  await page.goto('/_corporate/corporate_settlement')
  await linkTo(page, '/_corporate/corporate').click()
  await expect(page).toHaveURL(/\/_corporate\/corporate\?record=\w+&by=corporateNo&form=view$/)
  await expect(dialog).toHaveAccessibleName(/^檢視企業會員：/)
  await page.goBack()
  await expect(page).toHaveURL(/\/_corporate\/corporate_settlement$/)

  // From the row of a child list in a view, and back to the view.
  await page.goto('/_warning/warning_transaction')
  await linkTo(page, '/_company/company_details').click()
  await expect(dialog).toHaveAccessibleName(/^檢視特約商：C\d{6} /)
  const stores = dialog.getByRole('tab', { name: '門市' })
  await stores.click()
  await expect(page).toHaveURL(/&tab=/)
  await dialog.locator('a[href^="/_company/retail_store?"]').first().click()
  await expect(dialog).toHaveAccessibleName(/^檢視門市：/)
  await page.goBack()
  await expect(dialog).toHaveAccessibleName(/^檢視特約商：C\d{6} /)
  await expect(stores).toHaveAttribute('aria-selected', 'true')
  // Opening a tab adds no history entry.
  await page.goBack()
  await expect(page).toHaveURL(/\/_warning\/warning_transaction$/)

  // A masked number links to its member without revealing it.
  await page.goto('/_warning/warning_transaction')
  const member = linkTo(page, '/_points/member_point_history')
  await expect(member).toHaveText(/\*/)
  await expect(member).toHaveAttribute('href', /\?memberId=\d+$/)
  await member.click()
  await expect(page.getByRole('region', { name: '會員', exact: true })).toContainText('可用點數')
  const tabs = page.getByRole('navigation', { name: '概況頁籤' })
  await tabs.getByRole('link', { name: '點數批次' }).click()
  await page.reload()
  await expect(tabs.getByRole('link', { name: '點數批次' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('region', { name: '點數批次' }).first()).toContainText('發點特約商')
  expect(problems).toEqual([])
})

test('what was made opens: a sheet from a warning, the next version of a setting', async ({ page }) => {
  await takeUpSession(page, 'ops01')
  const dialog = page.getByRole('dialog')
  await page.goto('/_warning/warning_transaction')
  const row = page.locator('tr[data-row-id]', { has: page.locator('a[href^="/_points/contractor_point_history?"]') }).first()
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: /^W\d+$/ }).click()
  await dialog.getByRole('button', { name: '建立調整單' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '確定' }).click()
  await expect(page).toHaveURL(/\/_points\/adjustmentslist\?record=[A-Z]\w+&form=edit$/)
  await expect(dialog).toHaveAccessibleName(/^修改點數調整單：/)

  await page.goto('/_company/reward_point?status=3')
  await page.locator('tr[data-row-id] td.list-sticky-edge').first().getByRole('link').click()
  await dialog.getByRole('button', { name: '變更', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '確定' }).click()
  await expect(page).toHaveURL(/\/_company\/reward_point\?.*record=\w+&form=edit/)
  await expect(dialog).toHaveAccessibleName(/（草稿）$/)
})
