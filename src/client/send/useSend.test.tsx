// @vitest-environment jsdom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpProvider } from '../http/HttpContext.tsx'
import type { HttpClient } from '../http/httpClient.ts'
import { HttpProblem } from '../http/problem.ts'
import { useSend } from './useSend.ts'
import { useSendOnly } from './useSendOnly.ts'

afterEach(cleanup)

const http = { post: vi.fn() } as unknown as HttpClient
const wrapper = ({ children }: { readonly children: ReactNode }) => <HttpProvider client={http}>{children}</HttpProvider>
const drawn = (onProblem?: (problem: unknown) => void) => renderHook(() => useSend(onProblem), { wrapper }).result

function openAnswer() {
  let answer: (text: string) => void = () => undefined
  const promise = new Promise<string>((resolve) => {
    answer = resolve
  })
  return { promise, answer }
}

describe('useSend', () => {
  it('sends once when a button is pressed twice before anything is drawn', async () => {
    const sending = drawn()
    const { promise, answer } = openAnswer()
    const work = vi.fn(() => promise)
    const { send } = sending.current
    let second: unknown = 'none'
    await act(async () => {
      const first = send(work)
      second = await send(work)
      answer('done')
      await first
    })
    expect(work).toHaveBeenCalledTimes(1)
    expect(second).toBeUndefined()
  })

  it('gives the work the client of the page, and the caller what the work answered', async () => {
    const sending = drawn()
    expect(await act(() => sending.current.send(async (given) => given === http))).toBe(true)
  })

  it('says that something is on its way: at once when asked, and drawn when the work has begun', async () => {
    const sending = drawn()
    const { promise, answer } = openAnswer()
    const shown: boolean[] = []
    act(() => {
      void sending.current.send(async () => {
        await Promise.resolve()
        shown.push(sending.current.isSending)
        return promise
      })
    })
    expect(sending.current.isUnderWay()).toBe(true)
    await waitFor(() => expect(sending.current.isSending).toBe(true))
    expect(shown).toEqual([false])
    answer('')
    await waitFor(() => expect(sending.current.isSending).toBe(false))
    expect(sending.current.isUnderWay()).toBe(false)
  })

  it('keeps what the server refused by field until the next try, and tells every failure', async () => {
    const told: unknown[] = []
    const sending = drawn((problem) => told.push(problem))
    const refusal = new HttpProblem({ kind: 'fields', status: 400, code: null, text: '', fields: { email: '格式錯誤' } })
    await act(() => sending.current.send(() => Promise.reject(refusal)))
    expect(sending.current.refusals).toEqual({ email: '格式錯誤' })
    await act(() => sending.current.send(async () => 'done'))
    expect(sending.current.refusals).toBeNull()
    expect(told).toEqual([refusal])
  })

  it('useSend can send again after a failure', async () => {
    const sending = drawn(() => undefined)
    await act(() => sending.current.send(() => Promise.reject(new Error('no'))))
    expect(await act(() => sending.current.send(async () => 'done'))).toBe('done')
  })
})

describe('useSendOnly', () => {
  it('sends once at a time, tells failures, and draws nothing again', async () => {
    const told: unknown[] = []
    let drawings = 0
    const { result } = renderHook(
      () => {
        drawings += 1
        return useSendOnly((problem) => told.push(problem))
      },
      { wrapper },
    )
    const { promise, answer } = openAnswer()
    const first = result.current.send(() => promise)
    expect(result.current.isUnderWay()).toBe(true)
    expect(await result.current.send(async () => 'second')).toBeUndefined()
    answer('done')
    expect(await first).toBe('done')
    await act(() => result.current.send(() => Promise.reject(new Error('no'))))
    expect(told).toEqual([new Error('no')])
    expect(result.current.isUnderWay()).toBe(false)
    expect(drawings).toBe(1)
  })
})
