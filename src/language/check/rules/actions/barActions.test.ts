import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

const list = (changes: object) => findings({ screen: { list: { ...shopsScreen.list, ...changes } } })

it.each([
  [{ toolbar: ['creat'] }, 'unknown-action /list/toolbar/0 create'],
  [{ rowActions: ['aprove'] }, 'unknown-action /list/rowActions/0 approve'],
  [{ rowActions: ['create'] }, 'action-not-here /list/rowActions/0'],
  [{ toolbar: ['delete'] }, 'action-not-here /list/toolbar/0'],
  [{ toolbar: ['approve'] }, 'action-not-here /list/toolbar/0'],
  [{ bulkActions: ['reject'] }, 'action-not-here /list/bulkActions/0'],
  [{ rowActions: ['edit', 'edit'] }, 'duplicate-name /list/rowActions/1'],
  [{ rowActions: ['constructor'] }, 'unknown-action /list/rowActions/0'],
])('refuses %j', (changes, expected) => expect(list(changes)).toContain(expected))

it('looks at the footers of forms', () =>
  expect(findings({ screen: { forms: { edit: { fields: ['shopName'], actions: ['approved'] } } } })).toContain(
    'unknown-action /forms/edit/actions/0 approve',
  ))
