import { describe, expect, it } from 'vitest'
import { formatPreferences, type ListPreferences, noPreferences, parsePreferences } from './preferences.ts'

describe('preferences of a list', () => {
  const kept: ListPreferences = {
    columns: [{ field: 'name', hidden: true, width: 120, pin: null }, { field: 'points' }],
    pageSize: 500,
    views: [{ id: 'v1', name: '我的', query: 'status=1', columns: [{ field: 'points', pin: 'end' }], sharedWith: 'OPS' }],
    defaultView: 'v1',
    shared: [],
    roles: [],
  }

  it('preferences of a list come back as they were stored', () => {
    expect(parsePreferences(JSON.parse(JSON.stringify(formatPreferences(kept))))).toEqual(kept)
    expect(parsePreferences(formatPreferences(noPreferences))).toEqual(noPreferences)
  })

  it('preferences of a list are none when they are of another version or no preferences at all', () => {
    for (const body of [null, undefined, 'x', [], {}, { version: 1, columns: [{ field: 'name', hidden: true }] }]) {
      expect(parsePreferences(body)).toEqual(noPreferences)
    }
  })

  it('what others share comes also to those who have kept nothing, and is never kept', () => {
    const shared = { id: 'v2', name: '待審', query: 'status=2', owner: '陳怡君' }
    const read = parsePreferences({
      shared: [{ ...shared, sharedWith: 'OPS' }, { id: 'v3' }, 7],
      roles: [{ roleCode: 'OPS', roleName: '營運' }, {}],
    })
    expect(read).toEqual({ ...noPreferences, shared: [shared], roles: [{ roleCode: 'OPS', roleName: '營運' }] })
    expect(Object.keys(formatPreferences(read))).toEqual(['version', 'columns', 'views'])
  })

  it('lose what does not fit and keep the rest', () => {
    const body = {
      version: 2,
      columns: [{ field: 'name', width: 'wide', pin: 'top' }, 7, { hidden: true }],
      views: [
        { id: 1, name: 'x', query: '' },
        { id: 'a', name: '甲', query: '' },
      ],
      pageSize: 5000,
      colour: 'red',
    }
    expect(parsePreferences(body)).toEqual({
      columns: [{ field: 'name' }],
      pageSize: null,
      views: [{ id: 'a', name: '甲', query: '' }],
      defaultView: null,
      shared: [],
      roles: [],
    })
  })
})
