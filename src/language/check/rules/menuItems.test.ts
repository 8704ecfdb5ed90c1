import { expect, it } from 'vitest'
import { findings } from '../../testing/documents.ts'

const group = { uri: '/_demo', displayName: '示範', matIcon: 'store', items: ['shops'] }
const menu = (groups: readonly object[]) => findings({ files: { 'menu.json': { groups } } })

it('warns of an item without a screen', () =>
  expect(menu([{ ...group, items: ['shops', 'shop'] }])).toEqual(['unknown-screen /groups/0/items/1 /_demo/shops']))
it('refuses groups and items that come twice', () =>
  expect(menu([{ ...group, items: ['shops', 'shops'] }, group])).toEqual([
    'duplicate-name /groups/0/items/1',
    'duplicate-name /groups/1/uri',
  ]))
it('accepts pages of the console', () =>
  expect(menu([{ ...group, items: ['shops', { page: 'change_password', displayName: '變更密碼', matIcon: 'key' }] }])).toEqual([]))
it('accepts another name for a screen, and warns of it as of any other', () =>
  expect(
    menu([
      {
        ...group,
        items: [
          { screen: 'shops', displayName: '門市' },
          { screen: 'shop', displayName: '門市' },
        ],
      },
    ]),
  ).toEqual(['unknown-screen /groups/0/items/1 /_demo/shops']))
