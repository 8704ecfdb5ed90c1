// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { UNSAFE_createMemoryHistory as createMemoryHistory, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { NavigationProvider } from '../../../client/navigation/NavigationProvider.tsx'
import { createNavigation } from '../../../client/navigation/navigation.ts'
import { LeaveGuard } from './LeaveGuard.tsx'

afterEach(cleanup)

function renderPages(isDirty: () => boolean, answer: boolean) {
  const asked: true[] = []
  const closed: true[] = []
  const mayLeave = () => {
    asked.push(true)
    return Promise.resolve(answer)
  }
  const initialEntries = ['/noticeboard', '/_company/companies', '/_company/companies?search=a']
  const navigation = createNavigation(createMemoryHistory({ initialEntries }))
  render(
    <NavigationProvider navigation={navigation}>
      <Pages>
        <LeaveGuard questions={{ current: { isDirty, mayLeave } }} onBack={() => closed.push(true)} />
      </Pages>
    </NavigationProvider>,
  )
  const go = (to: string) => act(async () => navigation.push(to))
  return { asked, closed, go, back: () => act(async () => navigation.go(-1)), place: navigation.current }
}

/** The page with the form, and any other one. */
function Pages({ children }: { readonly children: ReactNode }) {
  return useLocation().pathname === '/_company/companies' ? children : <p>其他頁</p>
}

describe('LeaveGuard', () => {
  it('LeaveGuard stays on the page when the person wants to keep unsaved input', async () => {
    const { asked, go, place } = renderPages(() => true, false)
    await go('/noticeboard')
    expect(asked.length).toBe(1)
    expect(place().pathname).toBe('/_company/companies')
    await go('/noticeboard')
    expect(asked.length).toBe(2)
  })

  it('LeaveGuard leaves when the person gives the input up, and without asking when there is none', async () => {
    const { go } = renderPages(() => true, true)
    await go('/noticeboard')
    expect(await screen.findByText('其他頁')).toBeTruthy()
    cleanup()
    const clean = renderPages(() => false, false)
    await clean.go('/noticeboard')
    expect(clean.asked).toEqual([])
    expect(await screen.findByText('其他頁')).toBeTruthy()
  })

  it('LeaveGuard takes the back button for closing the form, and leaves the list behind it where it is', async () => {
    const { back, closed, place } = renderPages(() => false, true)
    await back()
    expect([closed.length, place().search]).toEqual([1, '?search=a'])
    cleanup()
    const dirty = renderPages(() => true, false)
    await dirty.back()
    expect([dirty.asked.length, dirty.closed.length, dirty.place().search]).toEqual([1, 0, '?search=a'])
  })

  it('LeaveGuard never holds back the way to login, nor a change of the list address', async () => {
    const { asked, go, place } = renderPages(() => true, false)
    await go('/_company/companies?pageIndex=2')
    expect(place().search).toBe('?pageIndex=2')
    await go('/login')
    expect(asked).toEqual([])
    expect(place().pathname).toBe('/login')
  })
})
