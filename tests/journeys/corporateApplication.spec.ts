import { expect, test } from '@playwright/test'
import { passCaptcha } from './support/captcha.ts'
import { takeUpSession, textBox, watchProblems } from './support/console.ts'
import {
  type Applicant,
  approveRow,
  byLabel,
  certificate,
  expectFits,
  expectNoViolations,
  fillApplication,
  withoutConnection,
} from './support/portal.ts'
import { pressRowAction } from './support/rowAction.ts'
import { waitForMail } from './support/staffApi.ts'

test.describe('becoming a corporate member', () => {
  test('from the application over the supplement and the approval to the mail with the first password', async ({ page, browser }) => {
    const problems = watchProblems(page)
    const applicant: Applicant = { companyName: '旅程科技有限公司', taxNumber: '04595257', email: 'journey@example.com' }
    const consoleContext = await browser.newContext()
    const staff = await consoleContext.newPage()
    await takeUpSession(staff, 'ops01')

    // The application: the button is disabled until everything is valid, and a reload loses nothing.
    await page.goto('/corporate_member_register')
    const send = page.getByRole('button', { name: '送出申請' })
    await expect(send).toBeDisabled()
    await fillApplication(page, applicant)
    const file = page.getByLabel('設立登記證明')
    await file.setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await expect(page.getByText('只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp')).toBeVisible()
    await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024) })
    await expect(page.getByText('圖片大小必須小於 1MB!')).toBeVisible()
    await expect(file).toHaveValue('')
    await file.setInputFiles(certificate)
    await expect(page.getByRole('img', { name: '已上傳的設立登記證明' })).toBeVisible()
    await expectNoViolations(page)
    await page.reload()
    await expect(page.getByRole('textbox', { name: '公司／機關名稱' })).toHaveValue(applicant.companyName)
    await expect(page.getByRole('img', { name: '已上傳的設立登記證明' })).toBeVisible()

    await byLabel(page, '我已閱讀並同意企業會員條款及隱私權條款').check()
    await passCaptcha(page)
    await expect(page.getByText('尚未完成：')).toHaveCount(0)
    // Offline nothing is lost, and the same button sends again.
    await withoutConnection(page, () => send.click())
    await expect(send).toBeEnabled()
    await send.click()
    const done = page.getByRole('dialog', { name: '申請完成' })
    await expect(done).toContainText('審核結果將以電子郵件通知。')
    const applyNo = /EA\d{12}/.exec(await done.innerText())?.[0] ?? ''
    await done.getByRole('button', { name: '確定' }).click()
    await expect(page).toHaveURL(/\/corporate_member_apply$/)

    // A supplement is wanted.
    await staff.goto(`/_corporate/corporate?applyNo=${applyNo}`)
    await expect(staff.locator('tbody tr')).toHaveCount(1)
    await pressRowAction(staff.locator('tbody tr').first(), '退補件')
    const reason = staff.getByRole('dialog')
    await textBox(reason, '審核說明').fill('請補正負責人姓名')
    await reason.getByRole('button', { name: '確定' }).click()
    await expect(staff.getByRole('cell', { name: '補件中' })).toBeVisible()

    // The applicant opens the application with a mailed code.
    await expect(page.getByRole('textbox', { name: '申請編號' })).toHaveValue(applyNo)
    await page.getByRole('textbox', { name: '統一編號' }).fill(applicant.taxNumber)
    await passCaptcha(page)
    await page.getByRole('button', { name: '寄送驗證碼' }).click()
    const popup = page.getByRole('dialog', { name: '輸入驗證碼' })
    await popup.getByRole('button', { name: '確定' }).click()
    await expect(popup.getByText('請輸入驗證碼', { exact: true })).toBeVisible()
    await popup.getByRole('textbox').fill('000000')
    await popup.getByRole('button', { name: '確定' }).click()
    await expect(popup).toContainText('驗證碼錯誤')
    const codeMail = await waitForMail('企業會員申請驗證碼', applicant.email, applyNo)
    await popup.getByRole('textbox').fill(/驗證碼：(\d{6})/.exec(codeMail)?.[1] ?? '')
    await popup.getByRole('button', { name: '確定' }).click()
    await expect(page.getByText('請補正負責人姓名')).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('textbox', { name: '負責人' }).fill('林怡均')
    await withoutConnection(page, () => page.getByRole('button', { name: '補件送出' }).click())
    await expect(page.getByRole('textbox', { name: '負責人' })).toHaveValue('林怡均')
    await page.getByRole('button', { name: '補件送出' }).click()
    await expect(page.getByText('補件已送出。')).toBeVisible()
    await expect(page.getByText('待審核', { exact: true })).toBeVisible()

    // The approval, and its mail.
    await staff.reload()
    await approveRow(staff)
    const approvedMail = await waitForMail('企業會員申請已核准', applicant.email)
    expect(approvedMail).toMatch(/企業會員編號：E\d{6}/)
    expect(approvedMail).toMatch(/設定密碼：\S+\/member_login\?t=[0-9a-f]{64}/)
    expect(problems).toEqual([])
    await consoleContext.close()
  })
})

test.describe('on a phone of 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an application can be sent, no page is wider than the screen, and the cookie notice stays away', async ({ page }) => {
    const problems = watchProblems(page)
    const paths = ['/corporate_member_apply', '/member_policy', '/member_privacy', '/exchange_flow_manual', '/corporate_member_register']
    for (const path of paths) {
      await page.goto(path)
      await expectFits(page, path)
    }
    await page.getByRole('button', { name: '關閉 Cookie 使用聲明' }).click()
    await page.reload()
    await expect(page.getByText('客服專線')).toBeAttached()
    await expect(page.getByRole('region', { name: 'Cookie 使用聲明' })).toHaveCount(0)

    await fillApplication(page, { companyName: '手機申請有限公司', taxNumber: '22099131', email: 'phone@example.com' })
    await page.getByLabel('設立登記證明').setInputFiles(certificate)
    await byLabel(page, '我已閱讀並同意企業會員條款及隱私權條款').check()
    await passCaptcha(page)
    await page.getByRole('button', { name: '送出申請' }).click()
    await expect(page.getByRole('dialog', { name: '申請完成' })).toBeVisible()
    expect(problems).toEqual([])
  })

  test('a page is there only under its own path', async ({ page }) => {
    await page.goto('/member_policy/')
    await expect(page.getByRole('heading', { name: '找不到頁面' })).toBeVisible()
    await page.goto('/member_policy')
    await expect(page.getByRole('table')).toContainText('準據法')
    await page.goto('/exchange_flow_manual')
    await expect(page.getByRole('heading', { name: '常見問題' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  })
})
