import { expect, type Page, test } from '@playwright/test'
import { taipeiDate } from '../../src/rules/dates.ts'
import { demoPassword } from './support/console.ts'
import { connectionLost, withoutConnection } from './support/portal.ts'
import { deliverSerials, putCouponOnSale, readSerials, staffApi, waitForMail } from './support/staffApi.ts'

const account = 'hr@example.com'

async function signIn(page: Page): Promise<void> {
  const operations = await staffApi('ops01')
  const { rows } = await operations<{ rows: { taxNumber: string }[] }>('GET', '/api/corporate/corporate/0/25?corporateNo=E000001')
  await page.goto('/member_login')
  await page.getByRole('textbox', { name: '統一編號' }).fill(rows[0]?.taxNumber ?? '')
  await page.getByRole('textbox', { name: '帳號（電子郵件）' }).fill(account)
  await page.getByRole('textbox', { name: '密碼' }).fill(demoPassword(account))
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByText('會員編號 E000001')).toBeVisible()
}

const pressOffline = (page: Page, name: string) => withoutConnection(page, () => page.getByRole('button', { name, exact: true }).click())

/** Lets the next call of a path reach the server, but drops its answer. */
async function loseNextAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
}

async function closeToasts(page: Page): Promise<void> {
  for (const toast of await page.locator('.Toastify__toast').all()) await toast.click({ timeout: 2_000 }).catch(() => undefined)
}

test.describe('a member who goes offline in the middle of a form', () => {
  test('keeps what was typed into deposit and password, and deposits once', async ({ page }) => {
    const settlementNo = await deliverSerials('E000001', 150, 1)
    const password = /密碼：(\S+)/.exec(await waitForMail('點數序號檔密碼', account, settlementNo))?.[1] ?? ''
    await signIn(page)
    await page.getByRole('tab', { name: '採購紀錄' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `下載 ${settlementNo} 序號檔` }).click()
    const [serial] = await readSerials(await (await saving).path(), password)

    const number = page.getByRole('textbox', { name: '點數序號／卡號' })
    const pin = page.getByRole('textbox', { name: '密碼', exact: true })
    await number.fill(serial?.serialNo ?? '')
    await pin.fill(serial?.pin ?? '')
    await pressOffline(page, '存入')
    await expect(number).toHaveValue(serial?.serialNo ?? '')
    await expect(pin).toHaveValue(serial?.pin ?? '')
    // A reload keeps the number; the pin is a secret and has to be typed again.
    await page.reload()
    await expect(number).toHaveValue(serial?.serialNo ?? '')
    await expect(pin).toHaveValue('')
    await pin.fill(serial?.pin ?? '')
    // The deposit was made but its answer was lost; a second attempt makes no second deposit.
    const balance = page.locator('.balance strong')
    const before = Number((await balance.innerText()).replaceAll(',', ''))
    const after = (before + 150).toLocaleString('en')
    await loseNextAnswer(page, '/api/portal/serials/deposit')
    await page.getByRole('button', { name: '存入', exact: true }).click()
    await expect(balance).toHaveText(after)
    await expect(connectionLost(page)).toBeVisible()
    await page.getByRole('button', { name: '存入', exact: true }).click()
    await expect(page.getByText(/此序號已於 .* 存入 150 點，未重複存入。$/).last()).toBeVisible()
    await expect(number).toHaveValue('')
    await page.reload()
    await expect(balance).toHaveText(after)
    await page.getByRole('tab', { name: '點數明細' }).click()
    await expect(page.getByRole('row').filter({ hasText: '150' }).first()).toBeVisible()

    await page.getByRole('button', { name: '變更密碼' }).click()
    const form = page.getByRole('form', { name: '變更密碼' })
    await form.getByRole('textbox', { name: '目前密碼' }).fill('Wrong!2026')
    await form.getByRole('textbox', { name: '新密碼', exact: true }).fill('Offline!2026')
    await form.getByRole('textbox', { name: '確認新密碼' }).fill('Offline!2026')
    await pressOffline(page, '確定')
    for (const [name, value] of [
      ['目前密碼', 'Wrong!2026'],
      ['新密碼', 'Offline!2026'],
      ['確認新密碼', 'Offline!2026'],
    ] as const)
      await expect(form.getByRole('textbox', { name, exact: true })).toHaveValue(value)
    await form.getByRole('button', { name: '確定' }).click()
    await expect(page.getByText('目前密碼錯誤。').last()).toBeVisible()
  })

  test('keeps a change of the own data over a reload, and saves it once', async ({ page }) => {
    await signIn(page)
    await page.goto('/corporate_member_apply')
    const department = page.getByRole('textbox', { name: '部門' })
    const title = page.getByRole('textbox', { name: '職稱' })
    const typed = `離線部 ${Date.now()}`
    await department.fill(typed)
    await title.fill('離線主任')
    await pressOffline(page, '更新資料')
    await expect(department).toHaveValue(typed)
    await page.reload()
    await expect(department).toHaveValue(typed)
    await expect(title).toHaveValue('離線主任')
    await page.getByRole('button', { name: '更新資料' }).click()
    await expect(page.getByText('資料已更新。')).toBeVisible()
    await page.reload()
    await expect(department).toHaveValue(typed)
    const operations = await staffApi('ops01')
    const { rows } = await operations<{ rows: { id: number }[] }>('GET', '/api/corporate/corporate/0/25?corporateNo=E000001')
    const history = await operations<{ changes: { after: unknown }[] }[]>('GET', `/api/corporate/corporate/${rows[0]?.id}/history`)
    expect(history.filter(({ changes }) => changes.some(({ after }) => after === typed))).toHaveLength(1)
  })

  test('keeps recipients of a file, and makes one order although its answer was lost', async ({ page }) => {
    const dayBegun = taipeiDate(new Date())
    const couponBatchNo = await putCouponOnSale({ couponName: '離線咖啡券', perOrderLimit: 20 })
    await signIn(page)
    await page.goto('/exchange_v2')
    await page.getByRole('radio', { name: '多位收件人' }).check()
    const people = Array.from(
      { length: 12 },
      (_, index) => `收件人${index + 1},09123456${String(index).padStart(2, '0')},p${index}@example.com`,
    )
    const file = `收件人,手機,電子郵件,票券編號,數量\r\n${people.map((person) => `${person},${couponBatchNo},1`).join('\r\n')}\r\n`
    await page.context().setOffline(true)
    await page.getByLabel(/匯入收件人/).setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${file}`) })
    const names = page.locator('.recipient-lines').getByRole('textbox', { name: /收件人/ })
    await expect(names.first()).toHaveValue('收件人1')
    await names.first().fill('改過的人')
    await page.getByRole('button', { name: '送出', exact: true }).click()
    const confirm = page.getByRole('dialog', { name: '確認兌換' })
    await expect(confirm).toContainText('確定要以 600 點兌換 12 張票券嗎？')
    await withoutConnection(page, () => confirm.getByRole('button', { name: '確定' }).click())
    await page.reload()
    await expect(page.locator('.recipient-lines > li')).toHaveCount(12)
    await expect(names.first()).toHaveValue('改過的人')

    await closeToasts(page)
    await loseNextAnswer(page, '/api/portal/exchange_v2')
    await page.getByRole('button', { name: '送出', exact: true }).click()
    await confirm.getByRole('button', { name: '確定' }).click()
    await expect(connectionLost(page)).toBeVisible()
    await expect(page.locator('.recipient-lines > li')).toHaveCount(12)
    await page.getByRole('button', { name: '送出', exact: true }).click()
    await confirm.getByRole('button', { name: '確定' }).click()
    await expect(page.getByRole('heading', { name: '兌換完成' })).toBeVisible()
    const operations = await staffApi('ops01')
    const range = `orderedAtFrom=${dayBegun}&orderedAtTo=${taipeiDate(new Date())}&couponBatchNo=${couponBatchNo}`
    const { rows } = await operations<{ rows: { orderNo: string }[] }>('GET', `/api/report/exchange_report/0/100?${range}`)
    expect(new Set(rows.map(({ orderNo }) => orderNo)).size).toBe(1)
  })
})
