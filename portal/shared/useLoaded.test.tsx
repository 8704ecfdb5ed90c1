// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../src/client/http/problem.ts'
import { plannedHttp, renderPortalHook } from './testing.tsx'
import { useReloading } from './useLoaded.ts'

afterEach(cleanup)

const lost = () => Promise.reject(new HttpProblem({ kind: 'network', status: 0, code: null, text: '主機沒有連線' }))

/** The server's answers in order; the last one is repeated. */
async function renderLoaded(...answers: readonly (() => Promise<unknown>)[]) {
  let calls = 0
  const get = () => {
    calls += 1
    return (answers[Math.min(calls, answers.length) - 1] ?? lost)()
  }
  const hook = renderPortalHook(() => useReloading<string>('/api/portal/home'), plannedHttp({ get: get as never }))
  await hook.act(() => undefined)
  return hook
}

describe('useReloading', () => {
  it('says why nothing came, and reads again on demand', async () => {
    const hook = await renderLoaded(lost, async () => 'data')
    const { loaded } = hook.current()
    expect(loaded).toMatchObject({ state: 'error', text: '主機沒有連線' })
    await hook.act(() => loaded.state === 'error' && loaded.retry())
    expect(hook.current().loaded).toEqual({ state: 'ready', data: 'data' })
  })

  it('shows the newer answer after reading again', async () => {
    const hook = await renderLoaded(
      async () => 'old',
      async () => 'new',
    )
    await hook.act(() => hook.current().reload())
    expect(hook.current().loaded).toEqual({ state: 'ready', data: 'new' })
  })

  it('useReloading keeps what was read when reading again fails: forms with typing stand on it', async () => {
    const hook = await renderLoaded(async () => 'old', lost)
    await hook.act(() => hook.current().reload())
    expect(hook.current().loaded).toEqual({ state: 'ready', data: 'old' })
  })
})
