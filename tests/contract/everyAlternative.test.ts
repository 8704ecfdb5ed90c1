import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultFilter } from '../../src/language/query/defaultFilter.ts'
import { opsOfKind } from '../../src/language/query/filterKinds.ts'
import { formatListConditions } from '../../src/language/query/listQuery.ts'
import { canCombine, type FilterValue, type ListFilter } from '../../src/language/query/listQueryFilters.ts'
import type { ResolvedFilter, ResolvedScreen } from '../../src/language/resolved.ts'
import { taipeiDate } from '../../src/rules/dates.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

let server: TestServer
let reader: TestSession

beforeAll(async () => {
  server = await startTestServer()
  const screens = [...server.app.documents.current().screens.values()]
  reader = await signInWith(
    server,
    'EVERYTHING',
    screens.map(({ resource }) => `${resource}.view`),
  )
})
afterAll(() => server.close())

const values: { readonly [Kind in ResolvedFilter['kind']]: FilterValue } = {
  ...{ text: 'x', option: '1', number: 1, boolean: true },
  ...{ date: '2026-01-31', dateTime: '2026-01-31', month: '202601' },
}

/** Each filter with each operator of its kind, at most ten in a group. */
function groupsOf(filters: readonly ResolvedFilter[]): readonly (readonly ListFilter[])[] {
  const all = filters
    .filter(canCombine)
    .flatMap(({ field, kind }) =>
      opsOfKind[kind].map((op): ListFilter => ({ field, op, values: op === 'between' ? [values[kind], values[kind]] : [values[kind]] })),
    )
  return Array.from({ length: Math.ceil(all.length / 10) }, (_, index) => all.slice(index * 10, index * 10 + 10))
}

/** What the list needs besides: required filters, and one of those of which it needs one. */
function neededOf({ list }: ResolvedScreen): readonly ListFilter[] {
  const today = taipeiDate(new Date())
  const wanted = list.filters.filter(({ field, required }) => required || list.needs?.fields[0] === field)
  return wanted.map(
    (filter) =>
      defaultFilter(filter, today) ?? {
        ...{ field: filter.field, op: filter.op },
        values: filter.op === 'between' ? [today, today] : [filter.lookup === undefined ? values[filter.kind] : '0912345678'],
      },
  )
}

describe('every filter of every screen', () => {
  it('every filter of every screen can be combined with every operator of its kind, and the list answers', async () => {
    const screens = [...server.app.documents.current().screens.values()]
    const actor = { ...systemActor, permissions: new Set(screens.map(({ resource }) => `${resource}.view`)) }
    let count = 0
    for (const screen of screens) {
      const { list, api } = server.app.documents.restricted(screen, actor)
      for (const group of groupsOf(list.filters)) {
        const params = formatListConditions(
          { filters: neededOf(screen), alternatives: [group, group], search: '', sort: list.sort, view: null },
          list,
        )
        const path = api.list.path.replace('{pageIndex}', '0').replace('{pageSize}', '5')
        const answer =
          api.list.method === 'GET'
            ? await reader.get(`${path}?${params}`)
            : await reader.put(path, Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)])))
        count += 1
        expect([screen.uri, String(params), answer.statusCode, answer.body]).toEqual([screen.uri, String(params), 200, expect.any(String)])
      }
    }
    expect(count).toBeGreaterThan(100)
  })
})
