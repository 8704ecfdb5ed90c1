import { expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const transition = (name: string, changes: object) =>
  findings({ entity: { transitions: { ...shopEntity.transitions, [name]: { ...shopEntity.transitions?.approve, ...changes } } } })

it.each([
  ['delete', {}, 'duplicate-name /transitions/delete'],
  ['approve', { field: 'isOpen' }, 'wrong-type /transitions/approve/field'],
  ['approve', { from: ['7'] }, 'unknown-option /transitions/approve/from/0'],
  ['approve', { to: '7' }, 'unknown-option /transitions/approve/to'],
  ['approve', { confirm: '確定要核准 {shopNumber} 嗎？' }, 'unknown-field /transitions/approve/confirm shopName'],
  [
    'approve',
    { input: { properties: { status: { type: 'string', title: '狀態' } } } },
    'reserved-name /transitions/approve/input/properties/status',
  ],
  [
    'approve',
    { input: { properties: { createdBy: { type: 'string', title: '人' } } } },
    'reserved-name /transitions/approve/input/properties/createdBy',
  ],
  ['approve', { permission: 'company.company.approve' }, 'unknown-permission /transitions/approve/permission company.companies'],
])('refuses %s with %j', (name, changes, expected) => expect(transition(name, changes)).toContain(expected))
