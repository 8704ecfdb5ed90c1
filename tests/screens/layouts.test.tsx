// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { exampleScreens } from './drawExample.tsx'
import { exampleNow, readExample } from './exampleServer.ts'

const screens = exampleScreens()
const draw = (search: string, without: readonly string[] = []) => screens.draw('layouts', { search, without })

const lane = (name: string) => page.findByRole('region', { name })
const cardsOf = async (name: string) =>
  within(await lane(name))
    .queryAllByRole('listitem')
    .map((card) => card.querySelector('.board-card-title')?.textContent)
const entries = () =>
  [...document.querySelectorAll<HTMLElement>('.calendar-entry')].map(
    ({ title, textContent }) => `${textContent?.match(/[一-鿿]+/)?.[0]} ${title}`,
  )

it('a card stays in its column for somebody without the right to its steps', async () => {
  await draw('?layout=board&room=展示間', ['example.bookings.grant', 'example.bookings.edit'])
  const card = (await within(await lane('已核准')).findByText('新品發表')).closest('li')
  expect(card?.draggable).toBe(false)
  expect(await cardsOf('申請中')).toEqual([])
})

it('shows only the columns that the query asks for', async () => {
  await draw('?layout=board&status=3')
  await waitFor(async () => expect(await cardsOf('已取消')).toEqual(['春季市集']))
  expect(page.queryByRole('region', { name: '申請中' })).toBeNull()
})

it('a board says how many records stand in none of its columns', async () => {
  const { engine, actor } = await draw('?layout=board&subject=市集')
  await waitFor(async () => expect(await cardsOf('已取消')).toEqual(['春季市集']))
  expect(page.queryByText(/另有/)).toBeNull()
  const { screen } = readExample('layouts')
  const call = { actor, screen, entity: 'booking', now: exampleNow, db: screens.db() }
  await engine.create(
    { ...call, screen: null },
    { bookingNo: 'B9', subject: '夏季市集', room: '展示間', beginsOn: '2026-06-01', status: '9' },
  )
  cleanup()
  await draw('?layout=board&subject=市集')
  expect(await page.findByText('另有 1 筆的「狀態」沒有值，或不在選項中，請以清單查看。')).toBeTruthy()
})

it('a calendar shows what begins in a month or goes on in it, under the conditions of the list', async () => {
  await draw('?layout=calendar')
  await waitFor(() =>
    expect(entries()).toEqual(['新品發表 2026-02-25 至 2026-03-03', '教育訓練 2026-03-10 至 2026-03-11', '年度會議 2026-03-20']),
  )
  await userEvent.click(page.getByRole('button', { name: '上個月' }))
  expect(await page.findByRole('heading', { name: '2026 年 2 月' })).toBeTruthy()
  await waitFor(() => expect(entries()).toEqual(['新品發表 2026-02-25 至 2026-03-03']))
  cleanup()
  await draw('?layout=calendar:2026-03&room=大會議室')
  await waitFor(() => expect(entries()).toEqual(['教育訓練 2026-03-10 至 2026-03-11', '年度會議 2026-03-20']))
})

it('a timeline shows the rows of the page as bars; the table comes back with its conditions', async () => {
  const { http } = await draw('?layout=timeline&status=1')
  const bars = await page.findByRole('region', { name: '場地借用時間軸' })
  expect(
    within(bars)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['教育訓練2026-03-10 至 2026-03-11', '年度會議2026-03-20'])
  await userEvent.click(page.getByRole('button', { name: '清單' }))
  expect(await page.findByRole('table')).toBeTruthy()
  const asked = http.calls.filter(({ path }) => /\/0\/\d+$/.test(path))
  expect(asked.map(({ params }) => params.get('status'))).toEqual(asked.map(() => '1'))
  expect(asked.length).toBeGreaterThan(0)
})

it('a board has a column for each state with the number and total of its records, and a step moves a card', async () => {
  await draw('?layout=board')
  await waitFor(async () => expect(await cardsOf('申請中')).toEqual(['教育訓練', '年度會議']))
  expect((await lane('申請中')).querySelector('.board-head')?.textContent).toBe('申請中26,000')
  expect(await cardsOf('已核准')).toEqual(['新品發表'])
  const card = within(await lane('申請中'))
    .getByText('教育訓練')
    .closest('li') as HTMLElement
  await userEvent.click(within(card).getByRole('button', { name: '核准' }))
  await waitFor(async () => expect(await cardsOf('已核准')).toEqual(['新品發表', '教育訓練']))
  await waitFor(async () => expect(await cardsOf('申請中')).toEqual(['年度會議']))
})

it('a card is dragged to the states that a step leads to, and to no other', async () => {
  const { http } = await draw('?layout=board')
  const [asked, granted, cancelled] = await Promise.all(['申請中', '已核准', '已取消'].map(lane))
  const card = (await within(asked as HTMLElement).findByText('年度會議')).closest('li') as HTMLElement
  const dataTransfer = { effectAllowed: '' }
  fireEvent.dragStart(card, { dataTransfer })
  expect([asked, granted, cancelled].map((one) => one?.className)).toEqual([
    'board-lane board-lane-closed',
    'board-lane board-lane-open',
    'board-lane board-lane-open',
  ])
  fireEvent.drop(asked as HTMLElement, { dataTransfer })
  fireEvent.dragStart(card, { dataTransfer })
  fireEvent.drop(cancelled as HTMLElement, { dataTransfer })
  await waitFor(async () => expect(await cardsOf('已取消')).toContain('年度會議'))
  const moves = http.calls.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))
  expect(moves).toEqual(['cancel'])
})
