// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpProblem } from './http/problem.ts'
import { NoticeContainer } from './NoticeContainer.tsx'
import { notify, showProblem } from './notices.ts'
import { queuedDelayMs } from './toasts.tsx'

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now() + 3_600_000 })
  render(<NoticeContainer app="console" />)
  // What draws notices comes when the page has nothing else to do.
  await act(() => vi.advanceTimersByTimeAsync(2000))
})
afterEach(() => {
  act(() => toast.dismiss())
  act(() => vi.advanceTimersByTime(60_000))
  cleanup()
  vi.useRealTimers()
})

function pass(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds))
}

describe('notify', () => {
  it('prefixes error, info and success with an emoji', () => {
    act(() => notify.success('登出成功!'))
    pass(queuedDelayMs)
    act(() => notify.error('查無資料'))
    pass(queuedDelayMs)
    act(() => notify.info('說明'))
    pass(queuedDelayMs)
    expect(['✅ 登出成功!', '❌ 查無資料', 'ℹ️ 說明'].map((text) => screen.queryByText(text) !== null)).toEqual([true, true, true])
  })

  it('shows a notice that follows another at once after 500 ms', () => {
    act(() => notify.success('第一'))
    act(() => notify.warning('第二'))
    pass(queuedDelayMs - 10)
    expect(screen.queryByText('第二')).toBeNull()
    pass(20)
    expect(screen.queryByText('第二')).not.toBeNull()
  })

  it('shows one text once', () => {
    act(() => {
      notify.error('同一句話')
      notify.error('同一句話')
      notify.error('同一句話')
    })
    pass(2000)
    expect(screen.getAllByText('❌ 同一句話')).toHaveLength(1)
  })
})

describe('the place of notices', () => {
  it('shows at once what came while there was none, without regard to what a place before it showed', async () => {
    act(() => notify.success('儲存成功!'))
    cleanup()
    act(() => notify.success('儲存成功!'))
    render(<NoticeContainer app="console" />)
    await act(() => vi.advanceTimersByTimeAsync(queuedDelayMs - 10))
    expect(screen.getAllByText('✅ 儲存成功!')).toHaveLength(1)
  })
})

describe('showProblem', () => {
  it('shows the text of a problem and nothing for an aborted call', () => {
    act(() => showProblem(new HttpProblem({ kind: 'aborted', status: 0, code: null, text: 'Request aborted' })))
    act(() => showProblem(new HttpProblem({ kind: 'fields', status: 400, code: null, text: '統編錯誤,電話格式錯誤' })))
    pass(queuedDelayMs + 100)
    expect(screen.getAllByRole('alert').map((element) => element.textContent)).toEqual(['❌ 統編錯誤,電話格式錯誤'])
  })
})
