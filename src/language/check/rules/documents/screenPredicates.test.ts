import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

it.each([
  [{ filter: { 'row.stat': { eq: '1' } } }, 'unknown-field /filter/row.stat status'],
  [{ filter: { 'form.status': { eq: '1' } } }, 'wrong-root /filter/form.status'],
  [
    { list: { ...shopsScreen.list, views: { a: { title: '甲', filter: { 'row.isopen': { eq: true } } } } } },
    'unknown-field /list/views/a/filter/row.isopen isOpen',
  ],
  [
    { actions: { ring: { ...shopsScreen.actions?.ring, guard: { 'row.shopNam': { empty: false } } } } },
    'unknown-field /actions/ring/guard/row.shopNam shopName',
  ],
  [
    { forms: { edit: { fields: ['kind'], when: { kind: { readonly: { 'form.knd': { eq: '1' } } } } } } },
    'unknown-field /forms/edit/when/kind/readonly/form.knd kind',
  ],
  [
    { forms: { edit: { fields: ['kind'], lock: { fields: ['kind'], when: { 'row.stat': { eq: '1' } } } } } },
    'unknown-field /forms/edit/lock/when/row.stat status',
  ],
  [
    { forms: { edit: { tabs: [{ title: '一', history: true, visible: { 'row.x': { empty: true } } }] } } },
    'unknown-field /forms/edit/tabs/0/visible/row.x',
  ],
])('finds the mistake in %j', (screen, expected) => expect(findings({ screen })).toContain(expected))
