import { expect, type Page, test } from '@playwright/test'
import { demoPassword, takeUpSession, watchProblems } from './support/console.ts'
import { byLabel, expectNoViolations } from './support/portal.ts'
import { pressRowAction } from './support/rowAction.ts'
import { deliverSerials, staffApi, waitForMail } from './support/staffApi.ts'

const account = 'hr@example.com'

async function signInAsMember(page: Page): Promise<void> {
  const operations = await staffApi('ops01')
  const members = await operations<{ rows: { taxNumber: string }[] }>('GET', '/api/corporate/corporate/0/25?corporateNo=E000001')
  await page.getByRole('textbox', { name: '統一編號' }).fill(members.rows[0]?.taxNumber ?? '')
  await page.getByRole('textbox', { name: '帳號（電子郵件）' }).fill(account)
  await page.getByRole('textbox', { name: '密碼' }).fill(demoPassword(account))
  await page.getByRole('button', { name: '登入', exact: true }).click()
}

const confirmIn = (staff: Page) =>
  staff.getByRole('dialog').or(staff.getByRole('alertdialog')).getByRole('button', { name: '確定', exact: true }).click()

test('a member asks for points, staff price and approve them, the member follows and takes another one back', async ({ page, browser }) => {
  const problems = watchProblems(page)
  await page.goto('/member_purchase')
  await expect(page).toHaveURL(/\/member_login$/)
  await signInAsMember(page)
  await expect(page).toHaveURL(/\/member_purchase$/)

  // Nothing is sent while there are errors; input survives a reload.
  const send = page.getByRole('button', { name: '送出申請' })
  await send.click()
  await expect(page.getByText('點數 必填')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '每組點數' })).toBeFocused()
  await page.getByRole('button', { name: '500', exact: true }).click()
  await page.getByRole('textbox', { name: '組數' }).fill('2')
  await page.getByRole('textbox', { name: '備註' }).fill('旅程尾牙')
  await page.reload()
  await expect(page.getByRole('textbox', { name: '備註' })).toHaveValue('旅程尾牙')
  await expect(page.getByText('1,000', { exact: true }).first()).toBeVisible()
  await expectNoViolations(page)
  await send.dblclick()
  const sent = page.getByRole('status').filter({ hasText: '申請已送出' })
  await expect(sent).toBeVisible()
  const settlementNo = /SB\d{10}/.exec(await sent.innerText())?.[0] ?? ''
  const entry = page.getByRole('listitem').filter({ hasText: settlementNo })
  await expect(entry.locator('[aria-current="step"]')).toHaveText('已收到')
  await expect(page.getByRole('listitem').filter({ hasText: '旅程尾牙' })).toHaveCount(1)
  await expectNoViolations(page)

  // Staff see the member, set the price and submit; another person approves.
  const staffContext = await browser.newContext()
  const staff = await staffContext.newPage()
  await takeUpSession(staff, 'ops01')
  await staff.goto(`/_corporate/corporate_settlement?settlementNo=${settlementNo}`)
  await expect(staff.locator('tbody').getByText('會員申請')).toBeVisible()
  await pressRowAction(staff.locator('tbody tr').first(), '修改')
  const form = staff.getByRole('dialog', { name: /修改企業點數訂單/ })
  await form.getByLabel(/單價（未稅）/).fill('0.95')
  await form.getByRole('button', { name: '確定' }).click()
  await expect(form).toBeHidden()
  // Uses the row with its new version, because the old one would be refused.
  await expect(staff.locator('tbody').getByText('0.9500')).toBeVisible()
  await pressRowAction(staff.locator('tbody tr').first(), '送審')
  await confirmIn(staff)
  await expect(staff.locator('tbody').getByText('待審核')).toBeVisible()
  await page.reload()
  await expect(entry.locator('[aria-current="step"]')).toHaveText('處理中')
  const manager = await (await browser.newContext()).newPage()
  await takeUpSession(manager, 'fm01')
  await manager.goto(`/_corporate/corporate_settlement?settlementNo=${settlementNo}`)
  await pressRowAction(manager.locator('tbody tr').first(), '核准')
  await confirmIn(manager)
  await expect(manager.locator('tbody').getByText('已核准')).toBeVisible()
  await manager.context().close()
  await staffContext.close()

  // Back on the portal: approved, with the amount to pay; a second request is withdrawn.
  await page.reload()
  await expect(entry.locator('[aria-current="step"]')).toHaveText('已核准')
  await expect(entry).toContainText('含稅總額 NT$998，待付款')
  await page.getByRole('radio', { name: /存入企業帳戶/ }).check()
  await byLabel(page, '存入點數')
    .or(page.getByRole('textbox', { name: '存入點數' }))
    .first()
    .fill('300')
  await send.click()
  await expect(sent).toBeVisible()
  const withdraw = page.getByRole('button', { name: /^撤回申請/ })
  await withdraw.click()
  await page.getByRole('dialog', { name: '撤回申請' }).getByRole('button', { name: '確定' }).click()
  await expect(page.getByText('已撤回', { exact: true })).toBeVisible()
  await expect(withdraw).toHaveCount(0)
  expect(problems).toEqual([])
})

test('a member mails the serials of a purchase, one to each of its people', async ({ page }) => {
  const problems = watchProblems(page)
  const settlementNo = await deliverSerials('E000001', 200, 3)
  const password = /密碼：(\S+)/.exec(await waitForMail('點數序號檔密碼', account, settlementNo))?.[1] ?? ''
  await page.goto('/member_login')
  await signInAsMember(page)
  await page.getByRole('tab', { name: '採購紀錄' }).click()
  await page.getByRole('button', { name: `寄送 ${settlementNo} 序號給同仁` }).click()

  // Faulty rows are named; a file fills the lines.
  const lines = page.getByRole('textbox', { name: /^收件人/ })
  await lines.fill('王小明, ming')
  await page.getByRole('button', { name: '寄送序號' }).click()
  await expect(page.getByText('第 1 位：電子郵件格式錯誤.')).toBeVisible()
  await expectNoViolations(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '下載範例' }).click()
  await page.getByLabel('匯入名單（.xlsx 或 CSV 檔）').setInputFiles(await (await saving).path())
  await expect(lines).toHaveValue('王小明, ming@example.com\n陳大文, wen@example.com')
  await page.getByRole('textbox', { name: '序號檔密碼' }).fill('AAAA-AAAA-AAAA-AAAA')
  await page.getByRole('button', { name: '寄送序號' }).click()
  const confirm = page.getByRole('dialog', { name: '寄送序號' })
  await confirm.getByRole('button', { name: '確定' }).click()
  await expect(page.locator('#filePassword-problem')).toContainText('序號檔密碼錯誤')
  await page.getByRole('textbox', { name: '序號檔密碼' }).fill(password)
  await page.getByRole('button', { name: '寄送序號' }).click()
  await confirm.getByRole('button', { name: '確定' }).click()
  await expect(page.getByText('已交寄 2 組序號')).toBeVisible()
  const table = page.getByRole('table', { name: '已寄送的序號' })
  await expect(table.getByRole('row')).toHaveCount(3)
  const gift = await waitForMail('晨曦科技股份有限公司 送您 200 點', 'ming@example.com')
  expect(gift).toMatch(/點數序號：\S+\n密碼：\d{6}/)
  await expect(async () => {
    const refresh = page.getByRole('button', { name: '更新寄送狀態' })
    if (await refresh.isVisible()) await refresh.click()
    await expect(table.getByText(/已寄送 20/)).toHaveCount(2, { timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: '重寄給 王小明' }).click()
  await expect(page.getByText('已重寄給 王小明。')).toBeVisible()
  await expectNoViolations(page)
  expect(problems).toEqual([])
})
