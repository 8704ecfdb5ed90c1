// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it } from 'vitest'
import { renderConsole } from '../testing/renderConsole.tsx'
import { toggleNarrow, toggleWide } from './sidebarState.ts'

afterEach(() => {
  toast.dismiss()
  cleanup()
  localStorage.clear()
  document.documentElement.removeAttribute('data-bs-theme')
})

describe('the menu', () => {
  it('starts with FUNCTION and the notice board, then shows the groups of the server folded', async () => {
    renderConsole('/noticeboard', { claims: {} })
    const group = await screen.findByRole('button', { name: '特約商管理' })
    const menu = screen.getByRole('navigation', { name: '功能選單' })
    expect(menu.textContent?.startsWith('FUNCTION公告欄特約商管理')).toBe(true)
    expect(group.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(group)
    expect(group.getAttribute('aria-expanded')).toBe('true')
  })

  it('writes the opening of an item into the action log', async () => {
    const page = renderConsole('/noticeboard', { claims: {} })
    await userEvent.click(await screen.findByRole('button', { name: '特約商管理' }))
    await userEvent.click(screen.getByRole('link', { name: '基本資料設定' }))
    const entry = { call: 'POST /api/account/user_action_log', body: { action: '基本資料設定', userActionType: 2 }, params: undefined }
    expect(page.sent).toContainEqual(entry)
    expect(page.place()).toBe('/_company/companies')
  })

  it('opens an item here, and leaves to the browser a click that wants another tab', async () => {
    const page = renderConsole('/noticeboard', { claims: {} })
    await userEvent.click(await screen.findByRole('button', { name: '特約商管理' }))
    const link = screen.getByRole('link', { name: '基本資料設定' })
    // The browser of the tests opens no tab; it says only whether it was asked to.
    const isLeft = (init: MouseEventInit) => fireEvent.click(link, { button: 0, ...init })
    expect([isLeft({ ctrlKey: true }), isLeft({ metaKey: true }), isLeft({ shiftKey: true })]).toEqual([true, true, true])
    expect(page.place()).toBe('/noticeboard')
    expect(isLeft({})).toBe(false)
    expect(page.place()).toBe('/_company/companies')
    expect(link.getAttribute('aria-current')).toBe('page')
    const menu = within(screen.getByRole('navigation', { name: '功能選單' }))
    expect(menu.getByRole('link', { name: '公告欄' }).getAttribute('aria-current')).toBeNull()
  })

  it('stays as it is drawn while a list shows another page, or a form over it', async () => {
    let drawings = 0
    const item = { displayName: '基本資料設定', uri: '/_company/companies', matIcon: 'store' }
    const watched = Object.defineProperty({ ...item }, 'displayName', {
      get: () => {
        drawings += 1
        return item.displayName
      },
    })
    const group = { displayName: '特約商管理', uri: '/_company', matIcon: 'store', subFunctions: [watched] }
    const page = renderConsole('/_company/companies', { claims: {}, answers: { 'GET /api/account/users/me/functions': [group] } })
    await screen.findByRole('link', { name: '基本資料設定' })
    await waitFor(() => expect(document.title).toBe('基本資料設定｜點數管理後台'))
    const trails = () => screen.getByRole('navigation', { name: '目前位置' })
    drawings = 0
    act(() => page.navigation.push('/_company/companies?pageIndex=2'))
    expect(page.place()).toBe('/_company/companies?pageIndex=2')
    expect(trails().textContent).toContain('基本資料設定')
    // Once for the trail and the title; the menu reads it no more.
    expect(drawings).toBeLessThanOrEqual(2)
  })

  it('unfolds the group of the open screen and shows it in breadcrumb and title', async () => {
    renderConsole('/_company/companies', { claims: {} })
    const group = await screen.findByRole('button', { name: '特約商管理' })
    expect(group.getAttribute('aria-expanded')).toBe('true')
    const trail = screen.getByRole('navigation', { name: '目前位置' })
    expect(
      within(trail)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['公告欄', '特約商管理', '基本資料設定'])
    await waitFor(() => expect(document.title).toBe('基本資料設定｜點數管理後台'))
  })
})

describe('the sidebar', () => {
  it('the sidebar is responsive until a toggle overwrites it', async () => {
    const { container } = renderConsole('/noticeboard', { claims: {} })
    const toggle = await screen.findByRole('button', { name: '收合側邊選單' })
    const sidebar = container.querySelector<HTMLElement>('#sidebar')
    expect(sidebar?.dataset.visibility).toBe('responsive')
    await userEvent.click(toggle)
    expect(sidebar?.dataset.visibility).toBe('hidden')
    await userEvent.click(screen.getByRole('button', { name: '切換側邊選單' }))
    expect(sidebar?.dataset.visibility).toBe('shown')
  })

  it('the sidebar goes back to responsive from either side', () => {
    expect([toggleWide('responsive'), toggleWide('shown'), toggleWide('hidden')]).toEqual(['hidden', 'hidden', 'responsive'])
    expect([toggleNarrow('responsive'), toggleNarrow('hidden'), toggleNarrow('shown')]).toEqual(['shown', 'shown', 'responsive'])
  })
})

describe('the header', () => {
  it('shows the full name and signs out with 登出成功!, remembering nothing', async () => {
    const page = renderConsole('/_authority/change_password', { claims: { fullname: '陳瑪莉' } })
    expect(await screen.findByText('陳瑪莉')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '設定' }))
    await userEvent.click(await screen.findByRole('button', { name: '登出' }))
    expect(await screen.findByText('✅ 登出成功!')).toBeTruthy()
    expect(page.place()).toBe('/login')
    expect(page.navigation.current().state).toBeNull()
    expect(page.sent.some(({ body }) => JSON.stringify(body) === '{"action":"登出","userActionType":1}')).toBe(true)
  })

  it('switches to dark mode and keeps the choice', async () => {
    renderConsole('/noticeboard', { claims: {} })
    await userEvent.click(await screen.findByRole('button', { name: '設定' }))
    await userEvent.click(await screen.findByLabelText('深色模式'))
    expect([document.documentElement.dataset.bsTheme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
  })
})
