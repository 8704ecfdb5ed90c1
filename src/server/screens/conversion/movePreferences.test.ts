import { describe, expect, it } from 'vitest'
import { renameInQuery, renameOptionInQuery, renamePreferences } from './movePreferences.ts'

const names = { former: 'amount', name: 'total' }

describe('what users keep of a list', () => {
  it.each([
    ['amount=5', 'total=5'],
    ['amountFrom=1&amountTo=9', 'totalFrom=1&totalTo=9'],
    ['amount.gte=1', 'total.gte=1'],
    ['sort=amount.desc,amounts.asc', 'sort=total.desc%2Camounts.asc'],
    ['amounts=amount&search=amount&amountFromUs=1', 'amounts=amount&search=amount&amountFromUs=1'],
  ])('names a field by its new name: %s', (query, renamed) => expect(renameInQuery(query, names)).toBe(renamed))

  it.each([
    ['kind=1', 'kind=A'],
    ['kind=1&kind=2', 'kind=A&kind=2'],
    ['kind.ne=1', 'kind.ne=A'],
    ['lotNo.kind=1', 'lotNo.kind=A'],
    ['any=kind%3D1%26note%3D1', 'any=kind%3DA%26note%3D1'],
    ['note=1&search=1&kindFrom=1', 'note=1&search=1&kindFrom=1'],
    ['note=a%20b', 'note=a%20b'],
  ])('names an option by its new key: %s', (query, renamed) => {
    expect(renameOptionInQuery(query, new Set(['kind', 'lotNo.kind']), { former: '1', name: 'A' })).toBe(renamed)
  })

  it('keeps its columns and views, with what they borrow', () => {
    const columns = [{ field: 'amount', width: 90 }, { field: 'amount.unit' }, { field: 'amounts' }]
    const kept = { version: 1, columns, views: [{ id: 'a', name: '大額', query: 'amount=5', columns }] }
    const renamed = [{ field: 'total', width: 90 }, { field: 'total.unit' }, { field: 'amounts' }]
    expect(renamePreferences(kept, names)).toEqual({
      ...{ version: 1, columns: renamed },
      views: [{ id: 'a', name: '大額', query: 'total=5', columns: renamed }],
    })
  })
})
