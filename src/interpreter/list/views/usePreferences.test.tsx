// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { HttpProvider } from '../../../client/http/HttpContext.tsx'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { usePreferences } from './usePreferences.ts'

afterEach(cleanup)

it('a change draws the list once, and not again when it is stored', async () => {
  const views = [{ id: 'a', name: '我的', query: { pageIndex: 0, pageSize: 25, filters: [], sort: [], search: '', alternatives: [] } }]
  let kept: unknown = { version: 2, columns: [{ field: 'name', width: 90 }], views }
  const http = createFakeHttp((call) => {
    if (call.method === 'PUT') kept = call.body
    return structuredClone(kept)
  })
  const seen: unknown[] = []
  const { result } = renderHook(
    () => {
      const kept = usePreferences('/_test/things')
      if (seen.at(-1) !== kept.preferences) seen.push(kept.preferences)
      return kept
    },
    { wrapper: ({ children }) => <HttpProvider client={http}>{children}</HttpProvider> },
  )
  await waitFor(() => expect(result.current.isReady).toBe(true))
  const before = seen.length
  act(() => result.current.change(() => ({ pageSize: 50 })))
  await waitFor(() => expect(kept).toMatchObject({ pageSize: 50 }))
  await act(async () => undefined)
  expect(seen.slice(before)).toEqual([expect.objectContaining({ pageSize: 50, columns: [{ field: 'name', width: 90 }] })])
})
