// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoaderOverlay } from './LoaderOverlay.tsx'
import { beginRequestAtom, loaderShownAtom } from './loaderAtoms.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('loaderShownAtom', () => {
  it('shows only once a request has lasted 500 ms', () => {
    const store = createStore()
    const end = store.set(beginRequestAtom)
    vi.advanceTimersByTime(499)
    expect(store.get(loaderShownAtom)).toBeNull()
    vi.advanceTimersByTime(1)
    expect(store.get(loaderShownAtom)).not.toBeNull()
    end()
    expect(store.get(loaderShownAtom)).toBeNull()
  })

  it('loaderShownAtom does not show for many short requests in a row', () => {
    const store = createStore()
    for (let count = 0; count < 5; count += 1) {
      const end = store.set(beginRequestAtom)
      vi.advanceTimersByTime(400)
      end()
    }
    vi.advanceTimersByTime(1000)
    expect(store.get(loaderShownAtom)).toBeNull()
  })

  it('hides when all requests are done, counting each end once', () => {
    const store = createStore()
    const endFirst = store.set(beginRequestAtom)
    const endSecond = store.set(beginRequestAtom)
    vi.advanceTimersByTime(600)
    endFirst()
    endFirst()
    expect(store.get(loaderShownAtom)).not.toBeNull()
    endSecond()
    expect(store.get(loaderShownAtom)).toBeNull()
  })
})

describe('LoaderOverlay', () => {
  it('draws the loading time', () => {
    const store = createStore()
    render(
      <Provider store={store}>
        <LoaderOverlay />
      </Provider>,
    )
    act(() => void store.set(beginRequestAtom))
    expect(screen.queryByText('載入中…')).toBeNull()
    act(() => vi.advanceTimersByTime(500))
    expect(screen.queryByText('載入中…')).not.toBeNull()
    act(() => vi.advanceTimersByTime(3000))
    expect(screen.getByText(/秒$/).textContent).toBe('4 秒')
  })
})
