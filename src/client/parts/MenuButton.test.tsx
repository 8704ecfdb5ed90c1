// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { MenuButton, MenuItem } from './MenuButton.tsx'

afterEach(cleanup)

function renderMenu(onChoose: () => void = () => undefined) {
  render(
    <MenuButton look="btn btn-sm btn-outline-secondary" label="匯出格式" beside={<button type="button">匯出</button>}>
      <MenuItem onClick={onChoose}>CSV</MenuItem>
    </MenuButton>,
  )
  return screen.getByRole('button', { name: '匯出格式' })
}

test('before its first use it is a button alone, beside the one it belongs to', () => {
  const button = renderMenu()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(button.className.split(' ')).toEqual(expect.arrayContaining(['btn', 'dropdown-toggle', 'dropdown-toggle-split']))
  expect(screen.queryByText('CSV')).toBeNull()
  expect(button.previousElementSibling?.textContent).toBe('匯出')
})

test('a click opens the menu, whose button keeps the focus, and a choice closes it', async () => {
  const onChoose = vi.fn()
  await userEvent.click(renderMenu(onChoose))
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }))
  expect(onChoose).toHaveBeenCalledOnce()
  const button = screen.getByRole('button', { name: '匯出格式' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
})

test('the arrow key opens the menu and goes through it, Escape closes it', async () => {
  renderMenu().focus()
  await userEvent.keyboard('{ArrowDown}')
  const item = await screen.findByRole('button', { name: 'CSV' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '匯出格式' }))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: '匯出格式' }).getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '匯出格式' }))
})
