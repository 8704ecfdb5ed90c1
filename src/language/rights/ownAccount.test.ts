import { expect, it } from 'vitest'
import { userType } from '../../rules/codes.generated.ts'
import type { Property } from '../documents/entity.ts'
import { ownAccount, startsForAll } from './ownAccount.ts'

const owner: Property = { type: 'string', 'x-dictionary': 'User', 'x-me': true }
const editor: Property = { ...owner, 'x-dictionary': { name: 'User', strArg: 'demo.shops.edit' } }
const user = { userName: 'amy', userType: userType.staff, companyNo: null, roles: [], permissions: ['demo.shops.edit'] }

it('an own account is that of colleagues who may be chosen, and of nobody else', () => {
  expect(ownAccount(owner, user)).toBe('amy')
  expect(ownAccount(editor, user)).toBe('amy')
  expect(ownAccount(editor, { ...user, permissions: ['demo.shops.view'] })).toBeUndefined()
  expect(ownAccount(owner, { ...user, userType: userType.corporate })).toBeUndefined()
  expect(ownAccount(owner, undefined)).toBeUndefined()
  expect(ownAccount({ ...owner, 'x-me': false }, user)).toBeUndefined()
})

it('a field starts for all when it asks for no permission', () => {
  expect([owner, editor, { type: 'string' } as const, undefined].map(startsForAll)).toEqual([true, false, false, false])
  expect(startsForAll({ type: 'boolean', default: false })).toBe(true)
})
