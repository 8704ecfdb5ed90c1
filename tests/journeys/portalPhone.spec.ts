import { expect, type Page, test } from '@playwright/test'
import { captchaPassed } from './support/captcha.ts'
import { demoPassword, watchProblems } from './support/console.ts'
import { expectFits, expectNoViolations, withoutConnection } from './support/portal.ts'
import { deliverSerials, putCouponOnSale, readSerials, staffApi, waitForMail } from './support/staffApi.ts'

const account = 'hr@example.com'

/** Presses Tab until the named control has the focus. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'checkbox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}`)
}

test.describe('on a phone of 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a member fetches its serials, and whoever holds one exchanges it by keys alone, offline in between', async ({ page }) => {
    const problems = watchProblems(page)
    const operations = await staffApi('ops01')
    const members = await operations<{ rows: { taxNumber: string }[] }>('GET', '/api/corporate/corporate/0/25?corporateNo=E000001')
    const taxNumber = members.rows[0]?.taxNumber ?? ''
    await putCouponOnSale({ couponName: '手機咖啡券', channels: ['1'] })
    const settlementNo = await deliverSerials('E000001', 200, 1)
    const password = /密碼：(\S+)/.exec(await waitForMail('點數序號檔密碼', account, settlementNo))?.[1] ?? ''

    // A wrong attempt keeps all input; every page of a member fits the screen.
    await page.goto('/member_login')
    await page.getByRole('textbox', { name: '統一編號' }).fill('04595257')
    await page.getByRole('textbox', { name: '帳號（電子郵件）' }).fill(account)
    await page.getByRole('textbox', { name: '密碼' }).fill(demoPassword(account))
    await page.getByRole('button', { name: '登入', exact: true }).click()
    await expect(page.getByText('帳號密碼輸入錯誤（第1次）')).toBeVisible()
    await expectFits(page, '/member_login')
    await expect(page.getByRole('textbox', { name: '密碼' })).toHaveValue(demoPassword(account))
    await page.getByRole('textbox', { name: '統一編號' }).fill(taxNumber)
    await page.getByRole('button', { name: '登入', exact: true }).click()
    await expect(page.getByText('會員編號 E000001')).toBeVisible()
    await expectFits(page, '/member')
    for (const path of ['/corporate_member_apply', '/exchange_v2']) {
      await page.goto(path)
      await expectFits(page, path)
    }
    await page.goto('/member')
    await page.getByRole('tab', { name: '採購紀錄' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `下載 ${settlementNo} 序號檔` }).click()
    const [serial] = await readSerials(await (await saving).path(), password)
    await page.getByRole('button', { name: '選單' }).click()
    await page.getByRole('button', { name: '登出' }).click()
    await expect(page.getByText('登出成功!')).toBeVisible()

    // Without sign-in, by keyboard only.
    await page.goto('/exchange')
    await expectFits(page, '/exchange')
    await tabTo(page, 'textbox', '點數序號／卡號')
    await page.keyboard.type(serial?.serialNo ?? '')
    await tabTo(page, 'textbox', '密碼')
    await page.keyboard.type(serial?.pin ?? '')
    await withoutConnection(page, () => page.keyboard.press('Enter'))
    await tabTo(page, 'button', '加入')
    await page.keyboard.press('Enter')
    await expect(page.getByText('效期至')).toBeVisible()
    await tabTo(page, 'button', '增加 手機咖啡券')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', '收件人')
    await page.keyboard.type('陳小姐')
    await tabTo(page, 'textbox', '手機')
    await page.keyboard.type('0912345678')
    await tabTo(page, 'textbox', '電子郵件')
    await page.keyboard.type('phone@example.com')
    await tabTo(page, 'checkbox', '我不是機器人')
    await page.keyboard.press('Space')
    await captchaPassed(page)
    await expect(page.getByText('尚未完成：')).toHaveCount(0)
    await tabTo(page, 'button', '送出')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '確認兌換' })).toContainText('確定要以 50 點兌換 1 張票券嗎？')
    await expectNoViolations(page)
    await tabTo(page, 'button', '確定')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '兌換完成' })).toBeVisible()
    await expectFits(page, '/exchange, done')
    expect(problems).toEqual([])
  })
})
