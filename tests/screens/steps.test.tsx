// @vitest-environment jsdom
import { screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { exampleScreens } from './drawExample.tsx'

const screens = exampleScreens()

/** Opens the form of a new record. */
async function open() {
  const { http } = await screens.draw('steps')
  const user = userEvent.setup()
  await user.click(await page.findByRole('button', { name: '新增' }))
  await page.findByRole('list', { name: '步驟' })
  return { http, user }
}

const box = (name: RegExp) => page.findByRole('textbox', { name })
const step = () =>
  within(page.getByRole('list', { name: '步驟' }))
    .getAllByRole('listitem')
    .find((one) => one.getAttribute('aria-current') === 'step')?.textContent
const press = (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(page.getByRole('button', { name }))

it('a form with steps asks for one after the other, checks only what was asked for, and saves all of it at the end', async () => {
  const { http, user } = await open()
  expect(page.queryByRole('table')).toBeNull()
  await press(user, '下一步')
  expect((await page.findAllByText('品牌 必填')).length).toBeGreaterThan(0)
  expect(page.queryByText('坪數 必填')).toBeNull()
  expect(step()).toBe('1品牌')

  await user.type(await box(/品牌/), '春日書店')
  await user.type(await box(/統一編號/), '04595257{Enter}')
  await waitFor(() => expect(step()).toBe('2場地'))
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText(/坪數/)))
  expect(page.queryByText(/必填/)).toBeNull()
  await user.type(page.getByLabelText(/坪數/), '12')
  await user.click(page.getByRole('radio', { name: '是' }))
  await press(user, '下一步')
  expect((await page.findAllByText('給水位置 必填')).length).toBeGreaterThan(0)
  await user.type(await box(/給水位置/), '靠牆')

  await press(user, '上一步')
  expect(await box(/品牌/)).toHaveProperty('value', '春日書店')
  await press(user, '下一步')
  await press(user, '下一步')
  await waitFor(() => expect(step()).toBe('3合約'))
  expect(http.calls.some(({ method }) => method === 'POST')).toBe(false)
  await user.type(await page.findByLabelText(/開櫃日/), '2026-04-01')
  await press(user, '確定')
  expect(await page.findByText('春日書店')).toBeTruthy()
  const sent = http.calls.find(({ method }) => method === 'POST')?.body
  expect(sent).toEqual({ brand: '春日書店', taxId: '04595257', area: 12, hasWater: true, waterNote: '靠牆', opensOn: '2026-04-01' })
})

it('稍後再填 closes the form and keeps what was entered for the next time', async () => {
  const { user } = await open()
  await user.type(await box(/品牌/), '河岸咖啡')
  await press(user, '稍後再填')
  await waitFor(() => expect(page.queryByRole('list', { name: '步驟' })).toBeNull())
  await user.click(await page.findByRole('button', { name: '新增' }))
  expect(await box(/品牌/)).toHaveProperty('value', '河岸咖啡')
  expect(page.getByText('已還原尚未儲存的輸入內容。')).toBeTruthy()
})

it('whoever comes back goes on with the step that was left, and begins again when the draft is thrown away', async () => {
  const { user } = await open()
  await user.type(await box(/品牌/), '河岸咖啡')
  await user.type(await box(/統一編號/), '04595257{Enter}')
  await waitFor(() => expect(step()).toBe('2場地'))
  await user.type(page.getByRole('textbox', { name: /坪數/ }), '12')
  await press(user, '稍後再填')
  await waitFor(() => expect(page.queryByRole('list', { name: '步驟' })).toBeNull())
  await user.click(await page.findByRole('button', { name: '新增' }))
  await page.findByRole('list', { name: '步驟' })
  expect(step()).toBe('2場地')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('textbox', { name: /坪數/ })))
  await press(user, '捨棄')
  await waitFor(() => expect(step()).toBe('1品牌'))
  expect(await box(/品牌/)).toHaveProperty('value', '')
})
