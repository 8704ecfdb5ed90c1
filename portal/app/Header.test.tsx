// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { plannedHttp, renderPortal } from '../shared/testing.tsx'
import { Header } from './Header.tsx'

afterEach(cleanup)

describe('the menu of a phone', () => {
  it('the menu of a phone is closed by Escape, which leaves the focus on its button', () => {
    renderPortal(<Header />, { http: plannedHttp({}), path: '/exchange' })
    const button = screen.getByRole('button', { name: '選單' })
    fireEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    fireEvent.keyDown(screen.getByRole('link', { name: '會員登入' }), { key: 'Escape' })
    expect([button.getAttribute('aria-expanded'), document.activeElement === button]).toEqual(['false', true])
  })
})
