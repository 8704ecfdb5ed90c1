import { expect, type Page, test } from '@playwright/test'
import { signOut, takeUpSession, watchProblems } from './support/console.ts'
import { choose } from './support/picker.ts'
import { pressRowAction } from './support/rowAction.ts'
import { addShop } from './support/staffApi.ts'

const companyNo = 'C000101'
const name = `旅程活動 ${Date.now()}`
const minuteMs = 60_000
/** What a field of date and time takes: Taipei time, whole minutes. */
const fieldTime = (time: number) => new Date(time + 8 * 60 * minuteMs).toISOString().slice(0, 16)

async function openCampaign(page: Page, address: string) {
  await page.goto(`${address}?activityName=${encodeURIComponent(name)}`)
  const row = page.locator('tr[data-row-id]').first()
  await expect(row).toContainText(name)
  return row
}

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect(dialog).toHaveCount(0)
}

test('a campaign goes from a draft over a second person to points on a receipt, and into the report', async ({ page }) => {
  const problems = watchProblems(page)
  const startAt = Math.ceil(Date.now() / minuteMs) * minuteMs + 4 * minuteMs

  await takeUpSession(page, 'mkt01')
  await page.goto('/_activity/activity')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('活動名稱').fill(name)
  await choose(form, '主辦特約商', 'C000101 日日好超市')
  await choose(form, '活動類型', '單筆固定贈點')
  await form.getByLabel('贈送點數').fill('50')
  await form.getByLabel('最低消費').fill('500')
  await form.getByLabel('活動起').fill(fieldTime(startAt))
  await form.getByLabel('活動迄').fill(fieldTime(startAt + 7 * 24 * 60 * minuteMs))
  await form.getByLabel('活動預算點數').fill('5000')
  await form.getByRole('button', { name: '確定', exact: true }).click()
  await expect(form).toHaveCount(0)
  await pressRowAction(await openCampaign(page, '/_activity/activity'), '送審')
  await confirm(page)
  await expect(await openCampaign(page, '/_activity/activity')).toContainText('待審核')

  // What the sale would earn is known before anybody decides: nothing, for it is not approved.
  await page.getByRole('button', { name: '試算', exact: true }).click()
  const trial = page.getByRole('dialog')
  await choose(trial, '特約商', 'C000101 日日好超市')
  const stores = trial.getByLabel('門市')
  await expect(stores.locator('option')).not.toHaveCount(1)
  await stores.selectOption({ index: 1 })
  await trial.getByLabel('消費金額').fill('800')
  await trial.getByRole('button', { name: '確定' }).click()
  await expect(trial.getByRole('row').filter({ hasText: name })).toContainText('活動未核准')
  await trial.getByRole('button', { name: '修改再試' }).click()
  await expect(page.getByRole('dialog').getByLabel('消費金額')).toHaveValue('800')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await signOut(page)

  await takeUpSession(page, 'ops01')
  await pressRowAction(await openCampaign(page, '/_activity/activityadjustments'), '核准')
  await confirm(page)
  await expect(await openCampaign(page, '/_activity/activity')).toContainText('未開始')

  const shop = await addShop(companyNo, ['issue'])
  const sale = (externalTxnNo: string, businessAt: number) =>
    shop.call('points/issue', {
      ...{ companyNo, retailStoreCode: 'S001', externalTxnNo, businessAt: new Date(businessAt).toISOString() },
      ...{ member: { memberNo: '880000000013' }, amount: 800, payments: [{ paymentType: '1', amount: 800 }] },
    })
  const pointsOf = ({ body }: Awaited<ReturnType<typeof sale>>) =>
    (body.activities as readonly { activityCode: string; points: number }[]).map(({ points }) => points)
  expect(pointsOf(await sale(`ACT-EARLY-${startAt}`, Date.now()))).not.toContain(50)
  await page.goto('about:blank')
  await expect.poll(() => Date.now() - startAt, { timeout: 300_000, intervals: [1000] }).toBeGreaterThan(0)
  expect(pointsOf(await sale(`ACT-${startAt}`, Date.now()))).toContain(50)

  const running = await openCampaign(page, '/_activity/activity')
  await expect(running).toContainText('進行中')
  const report = await openCampaign(page, '/_accounting/activity_perf_report')
  await expect(report.getByRole('cell', { name: '50', exact: true })).toHaveCount(1)
  await expect(report.getByRole('cell', { name: '800', exact: true }).first()).toBeVisible()
  await report.getByRole('link').first().click()
  await page.getByRole('tab', { name: '門市' }).click()
  await expect(page.getByRole('tabpanel').getByRole('row')).toHaveCount(2)
  expect(problems).toEqual([])
})
