// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../../client/testing/memoryStorage.ts'
import Shortcuts from './Shortcuts.tsx'

beforeEach(() => vi.stubGlobal('localStorage', createMemoryStorage()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function draw(children: React.ReactNode = null, early: readonly KeyboardEvent[] = []) {
  const created = vi.fn()
  render(
    <Provider store={createStore()}>
      <input aria-label="關鍵字" aria-keyshortcuts="/" defaultValue="舊的" />
      <button type="button" aria-keyshortcuts="N" onClick={created}>
        新增
      </button>
      <table>
        <tbody>
          {['甲', '乙'].map((name) => (
            <tr key={name} data-row-id={name}>
              <td className="list-lead">
                <input type="checkbox" />
              </td>
              <td>
                <button type="button">{name}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
      <Shortcuts takeOver={() => early} />
    </Provider>,
  )
  return { created, user: userEvent.setup() }
}

const focused = () => document.activeElement?.textContent

it('presses and focuses what says which key it has, but not while somebody types', async () => {
  const { created, user } = draw()
  await user.keyboard('n')
  expect(created).toHaveBeenCalledTimes(1)
  await user.keyboard('/')
  expect(document.activeElement).toBe(page.getByRole('textbox', { name: '關鍵字' }))
  await user.keyboard('n')
  expect(created).toHaveBeenCalledTimes(1)
  expect(page.getByRole<HTMLInputElement>('textbox').value).toBe('n')
})

it('follows what was pressed before it was there', () => {
  draw(null, [new KeyboardEvent('keydown', { key: '/' })])
  expect(document.activeElement).toBe(page.getByRole('textbox', { name: '關鍵字' }))
})

it('goes from row to row and stays at the ends', async () => {
  const { user } = draw()
  await user.keyboard('j')
  expect(focused()).toBe('甲')
  await user.keyboard('j')
  await user.keyboard('j')
  expect(focused()).toBe('乙')
  await user.keyboard('k')
  expect(focused()).toBe('甲')
})

it('goes to the dialog in front only', async () => {
  const saved = vi.fn()
  const { created, user } = draw(
    <div className="modal show">
      <input aria-label="名稱" />
      <button type="button" aria-keyshortcuts="Control+S" onClick={saved}>
        確定
      </button>
    </div>,
  )
  await user.keyboard('n')
  expect(created).not.toHaveBeenCalled()
  await user.click(page.getByRole('textbox', { name: '名稱' }))
  // Not handed on to the browser, which would save the page.
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 's', ctrlKey: true })).toBe(false)
  expect(saved).toHaveBeenCalledTimes(1)
})

it('lists its keys at ?, where single ones can be switched off, and stay off', async () => {
  const { created, user } = draw()
  await user.keyboard('?')
  const dialog = await page.findByRole('dialog', { name: '鍵盤快速鍵' })
  expect(dialog.textContent).toContain('移到搜尋')
  await user.click(page.getByRole('checkbox', { name: /使用單鍵快速鍵/ }))
  await user.click(page.getAllByRole('button', { name: '關閉' })[0] as HTMLElement)
  await user.keyboard('n')
  expect(created).not.toHaveBeenCalled()
  expect(localStorage.getItem('shortcuts')).toBe('off')
})
