import { describe, expect, it } from 'vitest'
import type { Entity } from '../../../language/documents/entity.ts'
import { type UserType, userType } from '../../../rules/codes.generated.ts'
import { withForcedView } from './permissionName.ts'
import { isKnownPermission, permissionTree } from './permissionTree.ts'
import type { MenuScreen, ScreenCatalog } from './screenSource.ts'
import { userFunctions } from './userFunctions.ts'

function screen(uri: string, title: string, resource: string, actions: MenuScreen['actions'] = {}): [string, MenuScreen] {
  return [uri, { uri, title, icon: 'group', resource, actions }]
}

const catalog: ScreenCatalog = {
  screens: new Map([
    screen('/_authority/users', '使用者管理', 'authority.users', {
      unlock: { label: '解除鎖定', permission: 'authority.users.unlock' },
      poke: { label: '戳一下', permission: 'authority.users.poke' },
    }),
    screen('/_authority/roles', '角色管理', 'authority.roles'),
    screen('/_new/things', '新畫面', 'new.things', { edit: { label: '修改', permission: 'new.things.edit' } }),
  ]),
  menu: {
    groups: [
      {
        uri: '/_authority',
        displayName: '權限管理',
        matIcon: 'admin_panel_settings',
        items: [
          { screen: 'roles', displayName: '角色' },
          'gone',
          { page: 'change_password', displayName: '變更密碼', matIcon: 'password' },
        ],
      },
      { uri: '/_empty', displayName: '空的', matIcon: 'folder', items: [] },
    ],
  },
}

describe('userFunctions', () => {
  it('cuts the menu to what the user may view, in the order of the menu', () => {
    const menu = userFunctions(catalog, new Set(['authority.users.view', 'authority.roles.view']))
    expect(menu.map((group) => group.uri)).toEqual(['/_authority'])
    expect(menu[0]?.subFunctions.map((item) => item.uri)).toEqual(['/_authority/roles', '/_authority/change_password', '/_authority/users'])
    expect(menu[0]?.subFunctions.map((item) => item.displayName)).toEqual(['角色', '變更密碼', '使用者管理'])
  })

  it('shows pages to everybody and leaves out empty groups', () => {
    const menu = userFunctions(catalog, new Set())
    expect(menu.flatMap((group) => group.subFunctions.map((item) => item.displayName))).toEqual(['變更密碼'])
  })

  it('shows a screen whose group the menu does not know yet', () => {
    const menu = userFunctions(catalog, new Set(['new.things.view']))
    expect(menu.find((group) => group.uri === '/_new')?.subFunctions[0]?.displayName).toBe('新畫面')
  })
})

describe('permissionTree', () => {
  const tree = permissionTree(catalog)

  it('permissionTree has groups, screens and actions, with view first', () => {
    expect(tree[0]).toEqual({ key: '/_authority', value: '權限管理', parentKey: null })
    const users = tree.filter((node) => node.parentKey === 'authority.users')
    expect(users[0]).toEqual({ key: 'authority.users.view', value: '檢視', parentKey: 'authority.users' })
    expect(users.map((node) => node.key)).toContain('authority.users.resetpassword')
  })

  it('names an action of a document that has no common name by its button', () => {
    expect(tree).toContainEqual({ key: 'authority.users.poke', value: '戳一下', parentKey: 'authority.users' })
  })

  it('names a permission that only fields need by these fields', () => {
    const rights = {
      read: { cost: { permission: 'demo.purchases.cost', title: '成本' } },
      write: {
        cost: { permission: 'demo.purchases.price', title: '成本' },
        supplier: { permission: 'demo.purchases.price', title: '供應商' },
      },
    }
    const [uri, purchases] = screen('/_demo/purchases', '採購', 'demo.purchases')
    const tree = permissionTree({ ...catalog, screens: new Map([...catalog.screens, [uri, { ...purchases, rights }]]) })
    const labels = Object.fromEntries(tree.map(({ key, value }) => [key, value]))
    expect([labels['demo.purchases.cost'], labels['demo.purchases.price']]).toEqual(['檢視成本', '填寫成本、供應商'])
  })

  it('offers to unmask own records with masked fields, and the permissions of lookups', () => {
    const [uri, patrons] = screen('/_demo/patrons', '會員', 'demo.patrons')
    const offered = (
      entity: Partial<Pick<Entity, 'table' | 'properties'>>,
      filters: { title: string; lookup?: { permission: string } }[] = [],
    ) => {
      const screens = new Map([[uri, { ...patrons, entity: { name: 'patron' }, list: { filters } }]])
      const tree = permissionTree({ ...catalog, screens, entities: new Map([['patron', entity]]) })
      return tree.filter(({ parentKey }) => parentKey === 'demo.patrons').map(({ key, value }) => [key.split('.')[2], value])
    }
    const mobile = { type: 'string', 'x-mask': 'mobile' } as const
    const rows = { type: 'array', items: { type: 'object', properties: { mobile } } } as const
    const view = ['view', '檢視']
    const unmask = ['unmask', '顯示完整個資']
    expect(offered({ properties: { mobile } })).toEqual([view, unmask])
    expect(offered({ properties: { rows } })).toEqual([view, unmask])
    expect(offered({ properties: { apiKey: { type: 'string', 'x-mask': 'secret' } } })).toEqual([view])
    expect(offered({ properties: { mobile }, table: 'patron' })).toEqual([view])
    const lookup = (title: string, permission: string) => ({ title, lookup: { permission } })
    const filters = [
      { title: '狀態' },
      lookup('手機', 'demo.patrons.find'),
      lookup('卡號', 'demo.patrons.find'),
      lookup('人', 'other.people.find'),
    ]
    expect(offered({}, filters)).toEqual([view, ['find', '以完整的手機、卡號查詢']])
  })

  it('offers merchants the screens of own records that belong to one, and corporate members none of them', () => {
    const things = {
      ...screen('/_new/things', '新畫面', 'new.things', { edit: { label: '修改', permission: 'new.things.edit' } })[1],
      entity: { name: 'thing' },
    }
    const offered = (entity: { table?: string; scope?: string }, type: UserType) => {
      const entities = new Map([['thing', entity]])
      return permissionTree({ ...catalog, screens: new Map([[things.uri, things]]), entities }, type).map(({ key }) => key)
    }
    expect(offered({ scope: 'companyNo' }, userType.merchant)).toEqual(['/_new', 'new.things', 'new.things.view', 'new.things.edit'])
    expect(offered({ scope: 'companyNo' }, userType.corporate)).toEqual([])
    expect(offered({}, userType.merchant)).toEqual([])
    expect(offered({ scope: 'companyNo', table: 'thing' }, userType.merchant)).toEqual([])
  })

  it('permissionTree has every key once', () => {
    expect(new Set(tree.map((node) => node.key)).size).toBe(tree.length)
  })
})

describe('isKnownPermission', () => {
  it('knows the documents and the matrix, nothing else', () => {
    expect(isKnownPermission(catalog, 'new.things.edit')).toBe(true)
    expect(isKnownPermission(catalog, 'accounting.statements.pay')).toBe(true)
    expect(isKnownPermission(catalog, 'new.things.fly')).toBe(false)
  })
})

describe('withForcedView', () => {
  it('adds the view of every resource in which something is allowed', () => {
    expect(withForcedView(['authority.users.unlock', 'authority.users.unlock'])).toEqual(['authority.users.unlock', 'authority.users.view'])
  })
})
