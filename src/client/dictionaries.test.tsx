// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DictionaryRef, useDictionary, useLabels, warmDictionaries } from './dictionaries.ts'
import { HttpProvider } from './http/HttpContext.tsx'
import type { HttpClient, RequestOptions } from './http/httpClient.ts'
import { localDictionary } from './localDictionaries.ts'
import { parseAccessToken } from './session/claims.ts'
import { enterSessionAtom, leaveSessionAtom } from './session/sessionAtoms.ts'
import { createAccessToken } from './testing/accessToken.ts'
import { useDictionaryCache } from './useDictionaryCache.ts'

afterEach(cleanup)

function createPage(answer: (body: unknown) => unknown = () => [{ key: '1', value: '啟用', tone: 'success' }]) {
  const sent: unknown[] = []
  const ahead: unknown[] = []
  const put = async (_path: string, body: unknown, options?: RequestOptions) => {
    sent.push(body)
    if (options?.background) ahead.push(body)
    return answer(body)
  }
  const client = { put } as unknown as HttpClient
  const wrapper = ({ children }: { children: ReactNode }) => <HttpProvider client={client}>{children}</HttpProvider>
  return { sent, ahead, wrapper }
}

describe('local dictionaries', () => {
  it('build the 24 full hours', () => {
    const hours = localDictionary('OnTheHour') ?? []
    expect([hours.length, hours[0], hours[23]]).toEqual([24, { key: '00:00', value: '00:00' }, { key: '23:00', value: '23:00' }])
  })

  it('build yes and no, with labels of choice', () => {
    expect(localDictionary('BoolToTwoValues')).toEqual([
      { key: 'true', value: '是' },
      { key: 'false', value: '否' },
    ])
    expect(localDictionary('BoolToTwoValues', '開|關')?.map(({ value }) => value)).toEqual(['開', '關'])
  })

  it('need no call', () => {
    const page = createPage()
    const { result } = renderHook(() => useDictionary({ name: 'OnTheHour' }), page)
    expect([result.current.state, result.current.options.length, page.sent.length]).toEqual(['ready', 24, 0])
  })
})

describe('useDictionary', () => {
  it('reads the options once for many fields', async () => {
    const page = createPage()
    const ref: DictionaryRef = { name: 'UserStatus', intArg: 3 }
    const { result } = renderHook(() => [useDictionary(ref), useDictionary({ name: 'UserStatus', intArg: 3 })] as const, page)
    expect(result.current[0].state).toBe('loading')
    await waitFor(() => expect(result.current[1].state).toBe('ready'))
    expect(result.current[0].options).toEqual([{ key: '1', value: '啟用', tone: 'success' }])
    expect(page.sent).toEqual([{ parameter: 'UserStatus', intArg: 3 }])
  })

  it('shows the options that another has just changed, for every argument with which they were read', async () => {
    let label = '啟用'
    const page = createPage(() => [{ key: '1', value: label }])
    const use = () => ({
      all: useDictionary({ name: 'UserStatus' }).options,
      some: useDictionary({ name: 'UserStatus', strArg: 'a', intArg: 3 }).options,
      other: useDictionary({ name: 'Area' }).options,
      cache: useDictionaryCache(),
    })
    const { result } = renderHook(use, page)
    await waitFor(() => expect(result.current.other).toHaveLength(1))
    label = '使用中'
    act(() => result.current.cache.refresh('UserStatus'))
    await waitFor(() => expect(result.current.some[0]?.value).toBe('使用中'))
    expect([result.current.all[0]?.value, result.current.other[0]?.value]).toEqual(['使用中', '啟用'])
    expect(page.sent).toHaveLength(5)
    expect(page.sent).toContainEqual({ parameter: 'UserStatus', strArg: 'a', intArg: 3 })
  })

  it('asks again only for what the page still shows; the rest is asked for when it is shown', async () => {
    const page = createPage()
    const use = ({ name }: { readonly name: string }) => ({ view: useDictionary({ name }), cache: useDictionaryCache() })
    const { result, rerender } = renderHook(use, { ...page, initialProps: { name: 'UserStatus' } })
    await waitFor(() => expect(result.current.view.state).toBe('ready'))
    rerender({ name: 'Area' })
    await waitFor(() => expect(result.current.view.state).toBe('ready'))
    await act(async () => result.current.cache.refreshAll())
    expect(page.sent.slice(2)).toEqual([{ parameter: 'Area' }])
    rerender({ name: 'UserStatus' })
    await waitFor(() => expect(page.sent.slice(3)).toEqual([{ parameter: 'UserStatus' }]))
  })

  it('shows the newer of two answers, whichever comes first', async () => {
    const answers: ((options: unknown) => void)[] = []
    const page = createPage(() => new Promise((resolve) => answers.push(resolve)))
    const use = () => ({ view: useDictionary({ name: 'UserStatus' }), cache: useDictionaryCache() })
    const { result } = renderHook(use, page)
    await waitFor(() => expect(answers).toHaveLength(1))
    act(() => result.current.cache.refresh('UserStatus'))
    await waitFor(() => expect(answers).toHaveLength(2))
    await act(async () => answers[1]?.([{ key: '1', value: '新' }]))
    await act(async () => answers[0]?.([{ key: '1', value: '舊' }]))
    expect(result.current.view.options).toEqual([{ key: '1', value: '新' }])
  })

  it('shows nothing of what the user before saw on this page, nor what still came for that user', async () => {
    const store = createStore()
    const answers: ((options: unknown) => void)[] = []
    const page = createPage(() => new Promise((resolve) => answers.push(resolve)))
    const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{page.wrapper({ children })}</Provider>
    const use = () => [useDictionary({ name: 'Company' }), useDictionary({ name: 'Area' })] as const
    const enter = (name: string) => store.set(enterSessionAtom, { ...parseAccessToken(createAccessToken({})).user, name }, [])
    enter('ops01')
    const first = renderHook(use, { wrapper })
    await waitFor(() => expect(answers).toHaveLength(2))
    await act(async () => answers[0]?.([{ key: 'C000101', value: '日日好' }]))
    expect(first.result.current[0].options).toHaveLength(1)
    first.unmount()
    store.set(leaveSessionAtom, { onPurpose: true })
    enter('mer01')
    const { result } = renderHook(use, { wrapper })
    await act(async () => answers[1]?.([{ key: 'A', value: '北區' }]))
    expect(result.current).toEqual([
      { options: [], state: 'loading' },
      { options: [], state: 'loading' },
    ])
  })

  it('an equal answer leaves the options the same object, and draws nothing again', async () => {
    const page = createPage()
    let renders = 0
    const useCounted = () => {
      renders += 1
      return useDictionary({ name: 'UserStatus' })
    }
    const { result } = renderHook(useCounted, page)
    await waitFor(() => expect(result.current.state).toBe('ready'))
    const [options, drawn] = [result.current.options, renders]
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    renderHook(() => useDictionary({ name: 'UserStatus' }), page)
    await act(async () => undefined)
    later.mockRestore()
    expect([page.sent.length, renders]).toEqual([2, drawn])
    expect(result.current.options).toBe(options)
  })

  it('waits for the field it depends on', async () => {
    const page = createPage((body) => [{ key: 'x', value: String((body as { strArg: string }).strArg) }])
    const ref: DictionaryRef = { name: 'RetailStore', strArg: 'form.companyNo' }
    const { result, rerender } = renderHook(({ companyNo }) => useDictionary(ref, companyNo), { ...page, initialProps: { companyNo: '' } })
    expect(result.current).toEqual({ options: [], state: 'waiting' })
    rerender({ companyNo: 'C000101' })
    await waitFor(() => expect(result.current.options[0]?.value).toBe('C000101'))
  })

  it('shows at once what was loaded before it was needed, and loads nothing that depends on a field', async () => {
    const page = createPage()
    const { result: cache } = renderHook(() => useDictionaryCache(), page)
    const refs: readonly DictionaryRef[] = [{ name: 'City' }, { name: 'District', strArg: 'form.cityCode' }, { name: 'OnTheHour' }]
    warmDictionaries(cache.current, refs)
    warmDictionaries(cache.current, refs)
    await waitFor(() => expect(cache.current.read({ name: 'City' })?.state).toBe('ready'))
    warmDictionaries(cache.current, refs)
    expect([page.sent, page.ahead]).toEqual([[{ parameter: 'City' }], [{ parameter: 'City' }]])
    const { result } = renderHook(() => useDictionary({ name: 'City' }), page)
    expect(result.current.state).toBe('ready')
    renderHook(() => useDictionary({ name: 'Bank' }), page)
    expect(page.ahead).toHaveLength(1)
  })

  it('says when the options could not be read', async () => {
    const page = createPage(() => {
      throw new Error('no')
    })
    const { result } = renderHook(() => useDictionary({ name: 'X' }), page)
    await waitFor(() => expect(result.current.state).toBe('error'))
  })

  it('asks for nothing without a dictionary', () => {
    const page = createPage()
    const { result } = renderHook(() => useDictionary(undefined), page)
    expect([result.current, page.sent.length]).toEqual([{ options: [], state: 'ready' }, 0])
  })
})

describe('useLabels', () => {
  it('finds options by key', async () => {
    const page = createPage()
    const { result } = renderHook(() => useLabels({ name: 'UserStatus' }), page)
    await waitFor(() => expect(result.current.get('1')?.value).toBe('啟用'))
  })
})
