import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

const group = { uri: '/_demo', displayName: '示範', matIcon: 'store', items: ['shops'] }
const menu = (groups: readonly object[]) => findings({ files: { 'menu.json': { groups } } })

it('warns of an item without a screen', () =>
  expect(menu([{ ...group, items: ['shops', 'shop'] }])).toEqual(['unknown-screen /groups/0/items/1 /_demo/shops']))
it('refuses groups and items that come twice', () =>
  expect(menu([{ ...group, items: ['shops', 'shops'] }, group])).toEqual([
    'duplicate-name /groups/0/items/1',
    'duplicate-name /groups/1/uri',
  ]))
const authority = { ...group, uri: '/_authority' }
const page = { page: 'change_password', displayName: '變更密碼', matIcon: 'key' }

it('accepts pages of the console, for everybody or by a permission', () =>
  expect(
    menu([group, { ...authority, items: [page, { ...page, page: 'forget_password', permission: 'company.companies.view' }] }]),
  ).toEqual([]))
it('refuses a page that the console does not have, and a permission that does not exist', () => {
  expect(menu([{ ...authority, items: [{ ...page, page: 'change_pasword' }] }])).toEqual([
    'unknown-page /groups/0/items/0/page /_authority/change_password',
  ])
  expect(menu([{ ...authority, items: [{ ...page, permission: 'company.companys.view' }] }])).toEqual([
    'unknown-permission /groups/0/items/0/permission company.companies',
  ])
})
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
