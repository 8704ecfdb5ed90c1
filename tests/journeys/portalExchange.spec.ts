import { expect, type Page, test } from '@playwright/test'
import { passCaptcha } from './support/captcha.ts'
import { takeUpSession, watchProblems } from './support/console.ts'
import {
  type Applicant,
  approveRow,
  byLabel,
  certificate,
  expectNoViolations,
  fillApplication,
  withoutConnection,
} from './support/portal.ts'
import { addShop, deliverSerials, putCouponOnSale, readSerials, waitForMail } from './support/staffApi.ts'

const newPassword = 'Journey!2026'

async function apply(page: Page, applicant: Applicant): Promise<string> {
  await page.goto('/corporate_member_register')
  await fillApplication(page, applicant)
  await page.getByLabel('設立登記證明').setInputFiles(certificate)
  await byLabel(page, '我已閱讀並同意企業會員條款及隱私權條款').check()
  await passCaptcha(page)
  await page.getByRole('button', { name: '送出申請' }).click()
  const done = page.getByRole('dialog', { name: '申請完成' })
  await expect(done).toBeVisible()
  return /EA\d{12}/.exec(await done.innerText())?.[0] ?? ''
}

async function signInAsMember(page: Page, { taxNumber, email }: Applicant, password: string): Promise<void> {
  await page.getByRole('textbox', { name: '統一編號' }).fill(taxNumber)
  await page.getByRole('textbox', { name: '帳號（電子郵件）' }).fill(email)
  await page.getByRole('textbox', { name: '密碼' }).fill(password)
  await page.getByRole('textbox', { name: '密碼' }).press('Enter')
}

/** Numbers and pins of the protected file that the page saves. */
async function downloadSerials(page: Page, settlementNo: string, password: string) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: `下載 ${settlementNo} 序號檔` }).click()
  return readSerials(await (await saving).path(), password)
}

test('from the application to a coupon that a shop has taken', async ({ page, browser }) => {
  const problems = watchProblems(page)
  const applicant: Applicant = { companyName: '全程股份有限公司', taxNumber: '10458575', email: 'whole@example.com' }
  const product = await putCouponOnSale({ couponName: '全程咖啡券' })

  // The application, its approval in the console, and the mail with the invitation.
  const applyNo = await apply(page, applicant)
  const consoleContext = await browser.newContext()
  const staff = await consoleContext.newPage()
  await takeUpSession(staff, 'ops01')
  await staff.goto(`/_corporate/corporate?applyNo=${applyNo}`)
  await approveRow(staff)
  await consoleContext.close()
  const approvedMail = await waitForMail('企業會員申請已核准', applicant.email)
  const corporateNo = /企業會員編號：(E\d{6})/.exec(approvedMail)?.[1] ?? ''

  // First sign-in by keyboard: the mailed link sets the password, and works only once.
  const link = /設定密碼：(\S+)/.exec(approvedMail)?.[1] ?? ''
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page.getByRole('heading', { name: '設定新密碼' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('textbox', { name: '新密碼', exact: true }).fill(newPassword)
  await page.getByRole('textbox', { name: '確認新密碼' }).fill(newPassword)
  await page.getByRole('textbox', { name: '確認新密碼' }).press('Enter')
  await expect(page).toHaveURL(/\/member_login$/)
  await signInAsMember(page, applicant, newPassword)
  await expect(page.getByText(`會員編號 ${corporateNo}`)).toBeVisible()

  // Points are bought; their serials come as a protected file, and one of them is deposited.
  const settlementNo = await deliverSerials(corporateNo, 300, 2)
  const password = /密碼：(\S+)/.exec(await waitForMail('點數序號檔密碼', applicant.email))?.[1] ?? ''
  await page.getByRole('tab', { name: '採購紀錄' }).click()
  const [first] = await downloadSerials(page, settlementNo, password)
  await expect(page.getByText('尚可下載 2 次')).toBeVisible()
  await page.getByRole('textbox', { name: '點數序號／卡號' }).fill(first?.serialNo ?? '')
  await page.getByRole('textbox', { name: '密碼' }).fill(first?.pin ?? '')
  await page.getByRole('button', { name: '存入', exact: true }).click()
  await expect(page.getByText('已存入 300 點。')).toBeVisible()
  await expect(page.getByRole('region', { name: '點數餘額' })).toContainText('300')
  await expectNoViolations(page)

  // The exchange: the connection breaks in the middle, nothing is lost, and one order is made.
  await page.getByRole('link', { name: '兌換票券' }).first().click()
  const add = page.getByRole('button', { name: '增加 全程咖啡券' })
  await add.click()
  await add.click()
  await expect(page.getByRole('region', { name: '帳戶點數' })).toContainText('200')
  await page.getByRole('button', { name: '送出', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: '確認兌換' })
  await expect(confirm).toContainText('確定要以 100 點兌換 2 張票券嗎？兌換後不可取消。')
  await withoutConnection(page, () => confirm.getByRole('button', { name: '確定' }).click())
  await page.reload()
  await expect(page.getByRole('textbox', { name: '全程咖啡券 數量' })).toHaveValue('2')
  await page.getByRole('button', { name: '送出', exact: true }).click()
  await confirm.getByRole('button', { name: '確定' }).click()
  const done = page.getByRole('status').filter({ hasText: '兌換完成' })
  await expect(done).toBeVisible()
  await expectNoViolations(page)
  const couponNo = await done.locator('code').first().innerText()

  // A shop takes the coupon.
  const shop = await addShop('C000101', ['coupon', 'balance'])
  const businessAt = new Date(Date.now() + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
  const place = { companyNo: 'C000101', retailStoreCode: 'S001', externalTxnNo: `JOURNEY-${Date.now()}`, businessAt }
  const used = await shop.call('coupons/use', { ...place, couponNo })
  expect(used.body).toMatchObject({ code: '0000' })
  const again = await shop.call('coupons/use', { ...place, externalTxnNo: `${place.externalTxnNo}-2`, couponNo })
  expect(again.body.code).toBe('E1502')

  // The member sees the coupon as used.
  await page.getByRole('link', { name: '回會員首頁' }).click()
  await page.locator('.orders summary').first().click()
  await expect(page.locator('.coupon-lines')).toContainText('已使用')
  await expect(page.locator('.orders summary')).toHaveCount(1)
  await page.getByRole('button', { name: '登出' }).click()
  await expect(page.getByText('登出成功!')).toBeVisible()
  expect(product).toMatch(/^CB/)
  expect(problems).toEqual([])
})
