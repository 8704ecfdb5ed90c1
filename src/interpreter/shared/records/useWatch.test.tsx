// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { screenOf } from '../../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { useWatch } from './useWatch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const screen = screenOf({ list: { watch: { 'row.status': { eq: 'running' } } } })

/** Watches two records; the second one runs until `finish` is called. */
function watchTwo() {
  const reload = vi.fn()
  let finish: () => void = vi.fn()
  function Watching() {
    const [status, setStatus] = useState('running')
    finish = () => setStatus('done')
    useWatch(
      screen,
      [
        { id: 1, status: 'done' },
        { id: 2, status },
      ],
      reload,
    )
    return null
  }
  const { unmount } = renderConsole(<Watching />, { http: createFakeHttp(() => undefined) })
  return { reload, unmount, finish: () => act(() => finish()) }
}

it('records that change by themselves are read again until none of them does', () => {
  const { reload, finish } = watchTwo()
  vi.advanceTimersByTime(6500)
  expect(reload).toHaveBeenCalledTimes(2)
  finish()
  vi.advanceTimersByTime(60_000)
  expect(reload).toHaveBeenCalledTimes(2)
})

it('nothing is read again while nobody looks at the page, nor after it is left', () => {
  const { reload, unmount } = watchTwo()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(6000)
  expect(reload).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(3000)
  expect(reload).toHaveBeenCalledTimes(1)
  unmount()
  vi.advanceTimersByTime(60_000)
  expect(reload).toHaveBeenCalledTimes(1)
})
