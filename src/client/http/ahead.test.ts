import { afterEach, expect, it, vi } from 'vitest'
import { askAhead, forgetAhead, getAhead } from './ahead.ts'
import type { HttpClient } from './httpClient.ts'

afterEach(() => vi.useRealTimers())

/** A client that counts its calls, and refuses `/refused`. */
function countingClient() {
  const paths: string[] = []
  const get = async (path: string) => {
    paths.push(path)
    if (path === '/refused') throw new Error('refused')
    return paths.length
  }
  return { paths, http: { get } as unknown as HttpClient }
}

it('what was asked for ahead answers one caller; the next one asks anew', async () => {
  const { paths, http } = countingClient()
  askAhead(http, '/menu')
  expect([await getAhead(http, '/menu'), await getAhead(http, '/menu'), await getAhead(http, '/other')]).toEqual([1, 2, 3])
  expect(paths).toEqual(['/menu', '/menu', '/other'])
})

it('what was asked for ahead belongs to its client', async () => {
  const [first, second] = [countingClient(), countingClient()]
  askAhead(first.http, '/menu')
  await getAhead(second.http, '/menu')
  expect(second.paths).toEqual(['/menu'])
})

it('what was asked for ahead is out of date when nobody takes it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { paths, http } = countingClient()
  askAhead(http, '/menu')
  vi.advanceTimersByTime(5001)
  await getAhead(http, '/menu')
  expect(paths).toHaveLength(2)
})

it('what was asked for ahead in vain tells whoever has taken it; whoever comes later asks anew', async () => {
  const { paths, http } = countingClient()
  askAhead(http, '/refused')
  await expect(getAhead(http, '/refused')).rejects.toThrow('refused')
  expect(paths).toHaveLength(1)
  askAhead(http, '/refused')
  await Promise.resolve().then(() => undefined)
  await expect(getAhead(http, '/refused')).rejects.toThrow('refused')
  expect(paths).toHaveLength(3)
})

it('what was asked for ahead is for nobody who signs in later', async () => {
  const { paths, http } = countingClient()
  askAhead(http, '/menu')
  forgetAhead(http)
  await getAhead(http, '/menu')
  expect(paths).toEqual(['/menu', '/menu'])
})
