import { describe, expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const properties = {
  ...shopEntity.properties,
  ownerEmail: { type: 'string', title: '信箱', format: 'email', maxLength: 100 },
  phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
  cost: { type: 'integer', title: '成本', 'x-read': 'approve' },
}
const good = { title: '{shopName} 等候核准', to: [{ permission: 'approve' }] }

const withNotice = (notify: object, more: object = {}) => {
  const approve = { ...shopEntity.transitions?.approve, notify }
  return findings({ entity: { properties, transitions: { ...shopEntity.transitions, approve }, ...more } })
}
const withDateNotice = (field: string, notify: object) => {
  const fields = properties as Readonly<Record<string, object>>
  return findings({ entity: { properties: { ...fields, [field]: { ...fields[field], notify } } } })
}

describe('notices in documents', () => {
  it('notices in documents tell of a step by permission, field and address, on conditions', () => {
    const all = {
      ...good,
      text: '{shopNo}，{points} 點\n{updatedBy}',
      to: [{ permission: 'demo.shops.approve' }, { field: 'submittedBy' }, { email: 'ownerEmail' }],
      mail: true,
      when: { 'row.points': { gt: 5 } },
    }
    expect(withNotice(all)).toEqual([])
    expect(withDateNotice('openDate', { ...all, before: 7 })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['an unknown field in the title', { title: '{shopNme} 等候核准' }, 'unknown-field /transitions/approve/notify/title'],
    ['a masked field in the text', { text: '{phone}' }, 'field-right /transitions/approve/notify/text'],
    ['a field that not everybody sees', { text: '{cost}' }, 'field-right /transitions/approve/notify/text'],
    ['a picture in the text', { text: '{logo}' }, 'wrong-type /transitions/approve/notify/text'],
    ['a list in the text', { text: '{tags}' }, 'wrong-type /transitions/approve/notify/text'],
    [
      'a permission that nobody has',
      { to: [{ permission: 'aprove' }] },
      'impossible-permission /transitions/approve/notify/to/0/permission approve',
    ],
    [
      'an unknown resource',
      { to: [{ permission: 'demo.shop.approve' }] },
      'unknown-permission /transitions/approve/notify/to/0/permission',
    ],
    ['an unknown field for people', { to: [{ field: 'submitedBy' }] }, 'unknown-field /transitions/approve/notify/to/0/field submittedBy'],
    ['a number for people', { to: [{ field: 'points' }] }, 'wrong-type /transitions/approve/notify/to/0/field'],
    ['a text for an address', { to: [{ email: 'shopName' }] }, 'wrong-type /transitions/approve/notify/to/0/email'],
    [
      'two ways for one recipient',
      { to: [{ field: 'submittedBy', permission: 'approve' }] },
      'wrong-size /transitions/approve/notify/to/0',
    ],
    [
      'a masked field in the condition',
      { when: { 'row.phone': { eq: '1' } } },
      'masked-field /transitions/approve/notify/when/row.phone/eq',
    ],
    ['a condition on who reads', { when: { 'user.roles': { has: 'SYS' } } }, 'wrong-root /transitions/approve/notify/when/user.roles'],
    ['mail that is switched off', { mail: false }, 'no-effect /transitions/approve/notify/mail'],
  ])('notices in documents are refused for %s', (_what, change, expected) => {
    expect(withNotice({ ...good, ...change }).filter((one) => one.startsWith(expected))).toHaveLength(1)
  })

  it('notices in documents are told to people, so their field has an account', () => {
    const nobody = ['nobody-told /transitions/approve/notify/to/0/field']
    expect(withNotice({ ...good, to: [{ field: 'shopName' }] })).toEqual(nobody)
    for (const field of ['createdBy', 'updatedBy', 'submittedBy']) expect(withNotice({ ...good, to: [{ field }] }), field).toEqual([])
    const keeper = { type: 'string', title: '保管人員', maxLength: 50, 'x-computed': true }
    const toKeeper = { ...good, to: [{ field: 'keeper' }] }
    expect(withNotice(toKeeper, { properties: { ...properties, keeper } })).toContain(nobody[0])
    const chosen = { type: 'string', title: '保管人員', maxLength: 50, 'x-dictionary': 'User' }
    expect(withNotice(toKeeper, { properties: { ...properties, keeper: chosen } })).not.toContain(nobody[0])
    const approve = { ...shopEntity.transitions?.approve, notify: toKeeper, stamp: { keeper: 'user' } }
    const stamped = findings({ entity: { properties: { ...properties, keeper }, transitions: { ...shopEntity.transitions, approve } } })
    expect(stamped).not.toContain(nobody[0])
  })

  it('notices in documents belong to dates and steps of entities without a table', () => {
    expect(withDateNotice('points', { ...good, before: 0 })).toContainEqual(
      expect.stringContaining('keyword-not-for-type /properties/points/notify'),
    )
    const rows = {
      type: 'array',
      title: '列',
      items: { type: 'object', properties: { on: { type: 'string', title: '日', format: 'date', notify: { ...good, before: 0 } } } },
    }
    expect(findings({ entity: { properties: { ...properties, rows } } })).toContainEqual(
      expect.stringContaining('no-effect /properties/rows/items/properties/on/notify'),
    )
    const input = { properties: { on: { type: 'string', title: '日', format: 'date', notify: { ...good, before: 0 } } } }
    expect(
      findings({ entity: { transitions: { ...shopEntity.transitions, approve: { ...shopEntity.transitions?.approve, input } } } }),
    ).toContainEqual(expect.stringContaining('no-effect /transitions/approve/input/properties/on/notify'))
    expect(
      withNotice(good, { table: 'shop' }).filter((one) => one.startsWith('opened-transition /transitions/approve/notify')),
    ).toHaveLength(1)
  })
})
