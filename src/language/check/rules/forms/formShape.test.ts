import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

const forms = (changes: object) => findings({ screen: { forms: { ...shopsScreen.forms, ...changes } } })

it.each([
  [{ edit: { fields: ['kind'], groups: [{ title: '一', fields: ['shopName'] }] } }, 'two-layouts /forms/edit/groups'],
  [{ edit: { extends: 'creat' } }, 'unknown-form /forms/edit/extends create'],
  [{ edit: { extends: 'edit' } }, 'extends-cycle /forms/edit/extends'],
  [{ create: { extends: 'edit' } }, 'extends-cycle /forms/create/extends'],
  [{ edit: { tabs: [{ title: '一' }] } }, 'tab-content /forms/edit/tabs/0'],
  [{ edit: { tabs: [{ title: '一', history: true, child: 'visits' }] } }, 'tab-content /forms/edit/tabs/0'],
  [{ edit: { tabs: [{ title: '一', child: 'visit' }] } }, 'unknown-child /forms/edit/tabs/0/child visits'],
])('refuses %j', (changes, expected) => expect(forms(changes)).toContain(expected))

it('accepts fields, groups, a child list and the history as tabs', () =>
  expect(
    forms({
      edit: {
        tabs: [
          { title: '一', fields: ['kind'], groups: [{ title: '二', fields: ['shopName'] }] },
          { title: '拜訪', child: 'visits' },
          { title: '紀錄', history: true },
        ],
      },
    }),
  ).toEqual([]))
