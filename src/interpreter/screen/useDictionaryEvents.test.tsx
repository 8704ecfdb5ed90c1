// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useDictionary } from '../../client/dictionaries.ts'
import { HttpProvider } from '../../client/http/HttpContext.tsx'
import { createFakeHttp } from '../testing/fakeHttp.ts'
import { useDictionaryEvents } from './useDictionaryEvents.ts'

afterEach(cleanup)

/** A page that shows two dictionaries; the server names their options by the text that is in force. */
async function openPage() {
  const server = { text: '原有', isAway: false }
  const http = createFakeHttp(({ body }) => {
    if (server.isAway) throw new Error('no connection')
    return [{ key: '1', value: `${server.text}${(body as { parameter: string }).parameter}` }]
  })
  const wrapper = ({ children }: { children: ReactNode }) => <HttpProvider client={http}>{children}</HttpProvider>
  const usePage = () => {
    useDictionaryEvents()
    return [useDictionary({ name: 'Area' }), useDictionary({ name: 'City' })].map(({ options }) => options[0]?.value)
  }
  const { result } = renderHook(usePage, { wrapper })
  await waitFor(() => expect(result.current).toEqual(['原有Area', '原有City']))
  return { server, http, shown: () => result.current }
}

describe('useDictionaryEvents', () => {
  it('loads a dictionary again when the server says that it has changed, and no other', async () => {
    const { server, http, shown } = await openPage()
    server.text = '新'
    act(() => http.push({ name: 'dictionary', data: { name: 'Area' } }))
    await waitFor(() => expect(shown()).toEqual(['新Area', '原有City']))
    expect(http.calls).toHaveLength(3)
  })

  it('loads all that the page shows again when the stream was interrupted, because what changed meanwhile was not told', async () => {
    const { server, http, shown } = await openPage()
    server.text = '新'
    act(() => http.reopen())
    await waitFor(() => expect(shown()).toEqual(['新Area', '新City']))
  })

  it('loads again also what could not be loaded while the server was away', async () => {
    const { server, http, shown } = await openPage()
    Object.assign(server, { text: '新', isAway: true })
    await act(async () => http.push({ name: 'dictionary', data: { name: 'Area' } }))
    server.isAway = false
    act(() => http.reopen())
    await waitFor(() => expect(shown()).toEqual(['新Area', '新City']))
  })
})
