import { expect, test } from '@playwright/test'
import { signInToNoticeboard, takeUpSession } from './support/console.ts'
import { pressRowAction } from './support/rowAction.ts'

test('a record has an address: link, reload, back, the next one, and nobody is told of what is not theirs', async ({ page, browser }) => {
  await takeUpSession(page, 'ops01')
  await page.goto('/_company/companies')
  const names = page.locator('tr[data-row-id] td.list-sticky-edge')
  await expect(names.first()).toBeVisible()
  await pressRowAction(page.locator('tr[data-row-id]').first(), '檢視')
  const dialog = page.getByRole('dialog')
  await expect(page).toHaveURL(/\?record=C\d{6}&form=view$/)
  const address = page.url()
  const number = new URL(address).searchParams.get('record') ?? ''
  await expect(dialog).toHaveAccessibleName(new RegExp(`^檢視特約商：${number} .+（.+）$`))

  await page.reload()
  await expect(dialog).toHaveAccessibleName(new RegExp(number))
  // The key works only with the step buttons, which need the list behind the record.
  await expect(dialog.getByRole('button', { name: '下一筆' })).toBeEnabled()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(address)
  await expect(dialog).not.toHaveAccessibleName(new RegExp(number))
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/_company\/companies$/)

  // Another filter hides the row, but its link still shows the record.
  await page.goto(`/_company/companies?companyNo=C999999&record=${number}&form=view`)
  await expect(dialog).toHaveAccessibleName(new RegExp(number))
  await dialog.getByRole('button', { name: '關閉' }).first().click()
  await expect(page).toHaveURL(/\?companyNo=C999999$/)

  // The back button asks before typed input is lost.
  await page.goto('/_company/retail_store')
  await pressRowAction(page.locator('tr[data-row-id]').first(), '修改')
  await expect(page).toHaveURL(/form=edit$/)
  await dialog.getByRole('textbox', { name: '門市名稱' }).fill('改到一半')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消！' }).click()
  await expect(dialog.getByRole('textbox', { name: '門市名稱' })).toHaveValue('改到一半')
  // The question is shown before the browser has gone forward again; going back in between would be taken for that step.
  await expect(page).toHaveURL(/form=edit$/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: '確定' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/_company\/retail_store$/)

  const merchant = await (await browser.newContext()).newPage()
  await signInToNoticeboard(merchant, 'mer01')
  const heard: string[] = []
  for (const record of ['C000102', 'C987654']) {
    await merchant.goto(`/_company/company_details?record=${record}&form=view`)
    heard.push(await merchant.getByRole('dialog').getByRole('alert').innerText())
  }
  expect(heard[0]).toBe(heard[1])
})
