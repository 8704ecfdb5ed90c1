// @vitest-environment jsdom
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createNavigation, type Departure } from './navigation.ts'

beforeEach(() => window.history.pushState(null, '', '/list'))

const address = () => window.location.pathname + window.location.search

describe('createNavigation', () => {
  it('goes where it is told and where the browser goes, and tells both', async () => {
    const navigation = createNavigation(createBrowserHistory())
    const listener = vi.fn()
    const end = navigation.subscribe(listener)
    navigation.push('/list?open=1', { openedOver: '' })
    expect([address(), navigation.current().search, navigation.current().state]).toEqual(['/list?open=1', '?open=1', { openedOver: '' }])
    navigation.replace('/list?open=2')
    navigation.go(-1)
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(3), 30_000)
    expect([address(), navigation.current().pathname, navigation.current().search]).toEqual(['/list', '/list', ''])
    end()
    navigation.push('/other')
    expect(listener).toHaveBeenCalledTimes(3)
  })

  it('takes a step of the browser back while a guard holds it, and takes it again when the guard lets go', async () => {
    const navigation = createNavigation(createBrowserHistory())
    navigation.push('/form')
    const asked: Departure[] = []
    let letGo = () => {}
    const end = navigation.guard((departure, goOn) => {
      asked.push(departure)
      letGo = goOn
      return true
    })
    window.history.back()
    await vi.waitFor(() => expect(asked.length).toBe(1), 30_000)
    await vi.waitFor(() => expect(address()).toBe('/form'), 30_000)
    expect(asked).toMatchObject([{ from: { pathname: '/form' }, to: { pathname: '/list' }, action: 'POP' }])
    expect(navigation.current().pathname).toBe('/form')
    letGo()
    await vi.waitFor(() => expect(navigation.current().pathname).toBe('/list'), 30_000)
    expect([address(), asked.length]).toEqual(['/list', 1])
    end()
    navigation.push('/free')
    expect(address()).toBe('/free')
  })

  it('asks the youngest guard, and says of a relative address where it leads', () => {
    const navigation = createNavigation(createBrowserHistory())
    const older = vi.fn(() => true)
    const asked: Departure[] = []
    navigation.guard(older)
    const end = navigation.guard((departure) => {
      asked.push(departure)
      return false
    })
    navigation.push({ search: '?page=2' })
    expect([asked[0]?.to, address()]).toEqual([{ pathname: '/list', search: '?page=2' }, '/list?page=2'])
    end()
    navigation.push('/other')
    expect([older.mock.calls.length, address()]).toEqual([1, '/list?page=2'])
  })

  it('a step to another part of the page, whose length nobody knows, is not held back', async () => {
    const navigation = createNavigation(createBrowserHistory())
    navigation.guard(() => true)
    window.location.hash = '#main'
    await vi.waitFor(() => expect(navigation.current().hash).toBe('#main'), 30_000)
  })
})
