import { expect, it } from 'vitest'
import { listOf, screenOf } from '../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../testing/fakeHttp.ts'
import { readAllRows } from './readAllRows.ts'

/** A list of `total` rows, of which the server still has `left` when they are read. */
async function read(total: number, left = total) {
  const seen: string[] = []
  const http = createFakeHttp(({ path }) => {
    const [pageIndex = 0, pageSize = 0] = path.split('/').slice(-2).map(Number)
    const ids = Array.from({ length: left }, (_unused, index) => index + 1).slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
    return { totalCount: total, pageIndex, pageSize, rows: ids.map((id) => ({ id })), totals: {} }
  })
  const { page } = await readAllRows(http, {
    screen: screenOf({ list: listOf() }),
    params: new URLSearchParams(),
    signal: new AbortController().signal,
    report: (done, all) => seen.push(`${done}/${all}`),
  })
  return { ids: page.rows.map(({ id }) => id), totalCount: page.totalCount, seen, paths: http.calls.map(({ path }) => path) }
}

it('reads all pages in their order and tells how far it is', async () => {
  const { ids, seen } = await read(1_200)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_200, 1, 1_200])
  expect(seen).toEqual(['500/1200', '1000/1200'])
})

it('asks for no more than it prints, and keeps the count of the whole', async () => {
  const { ids, totalCount, paths } = await read(12_345)
  expect([ids.length, totalCount, paths.length]).toEqual([2_000, 12_345, 4])
})

it('reading all rows ends, by whole pages, when rows were deleted after they were counted', async () => {
  const { ids, paths } = await read(1_200, 300)
  expect(ids.length).toBe(300)
  expect(paths.every((path) => /\/\d+\/500$/.test(path))).toBe(true)
})
