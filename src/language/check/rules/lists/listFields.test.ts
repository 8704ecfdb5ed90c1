import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

const list = (changes: object) => findings({ screen: { list: { ...shopsScreen.list, ...changes } } })

it.each([
  [{ columns: ['shopNam'] }, 'unknown-field /list/columns/0 shopName'],
  [{ columns: [{ field: 'shopNam' }] }, 'unknown-field /list/columns/0/field shopName'],
  [{ columns: ['shopName', 'shopName'] }, 'duplicate-name /list/columns/1'],
  [{ columns: [{ field: 'shopName', total: true }] }, 'cannot-total /list/columns/0/total'],
  [{ sort: ['-shopno'] }, 'unknown-field /list/sort/0 shopNo'],
  [{ sort: ['logo'] }, 'cannot-sort /list/sort/0'],
  [{ totals: ['shopName'] }, 'cannot-total /list/totals/0'],
  [{ totals: ['point'] }, 'unknown-field /list/totals/0 points'],
  [{ expand: 'visit' }, 'unknown-child /list/expand visits'],
  [{ expand: ['shopname'] }, 'unknown-field /list/expand/0 shopName'],
])('refuses %j', (changes, expected) => expect(list(changes)).toContain(expected))

it('knows the common fields', () => expect(list({ columns: ['createdBy', 'updatedAt', 'id'] })).toEqual([]))

it.each(['constructor', 'toString', 'hasOwnProperty'])('takes %s for an unknown field', (name) =>
  expect(list({ columns: [name] })).toContainEqual(expect.stringContaining('unknown-field /list/columns/0')),
)
