import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

const form = (edit: object) => findings({ screen: { forms: { ...shopsScreen.forms, edit } } })

it.each([
  [{ fields: ['shopNam'] }, 'unknown-field /forms/edit/fields/0 shopName'],
  [{ groups: [{ title: '一', fields: ['shopNam'] }] }, 'unknown-field /forms/edit/groups/0/fields/0 shopName'],
  [
    { tabs: [{ title: '一', groups: [{ title: '二', fields: ['shopNam'] }] }] },
    'unknown-field /forms/edit/tabs/0/groups/0/fields/0 shopName',
  ],
  [{ extends: 'create', omit: ['shopNam'] }, 'unknown-field /forms/edit/omit/0 shopName'],
  [
    { fields: ['shopName'], when: { shopNam: { visible: { 'form.kind': { eq: '1' } } } } },
    'unknown-field /forms/edit/when/shopNam shopName',
  ],
  [
    { fields: ['shopName'], lock: { fields: ['shopNam'], when: { 'row.kind': { eq: '1' } } } },
    'unknown-field /forms/edit/lock/fields/0 shopName',
  ],
  [{ fields: ['shopName'], ui: { shopNam: { rows: 3 } } }, 'unknown-field /forms/edit/ui/shopNam shopName'],
  [{ fields: ['shopName'], onHidden: { shopNam: 'keep' } }, 'unknown-field /forms/edit/onHidden/shopNam shopName'],
  [
    {
      tabs: [
        { title: '一', fields: ['kind'] },
        { title: '二', fields: ['kind'] },
      ],
    },
    'duplicate-name /forms/edit/tabs/1/fields/0',
  ],
])('refuses %j', (edit, expected) => expect(form(edit)).toContain(expected))
