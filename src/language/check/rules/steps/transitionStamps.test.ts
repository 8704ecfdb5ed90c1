import { describe, expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const computed = (more: object = {}) => ({ type: 'string', title: '欄位', 'x-computed': true, ...more })
const properties = {
  ...shopEntity.properties,
  checkedBy: computed(),
  checkedAt: computed({ format: 'date-time' }),
  checkedOn: computed({ format: 'date' }),
  note: computed(),
  score: computed({ type: 'integer' }),
}
const input = { properties: { reason: { type: 'string', title: '原因', maxLength: 20 }, score: { type: 'integer', title: '分數' } } }

const withStamp = (stamp: object, more: object = {}) => {
  const approve = { ...shopEntity.transitions?.approve, input, stamp }
  return findings({ entity: { properties, transitions: { ...shopEntity.transitions, approve }, ...more } })
}

describe('stamps of a transition', () => {
  it('stamps of a transition say who, when, and what was entered', () => {
    expect(withStamp({ checkedBy: 'user', checkedAt: 'now', checkedOn: 'today', note: 'input.reason', points: 'none' })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['an unknown field', { chekedBy: 'user' }, 'unknown-field /transitions/approve/stamp/chekedBy checkedBy'],
    ['an unknown source', { checkedBy: 'usr' }, 'wrong-form /transitions/approve/stamp/checkedBy'],
    ['an unknown input', { note: 'input.reasn' }, 'unknown-field /transitions/approve/stamp/note reason'],
    ['a time in a field for people', { checkedBy: 'now' }, 'wrong-type /transitions/approve/stamp/checkedBy'],
    ['a day in a field for a time', { checkedAt: 'today' }, 'wrong-type /transitions/approve/stamp/checkedAt'],
    ['a number in a field for text', { note: 'input.score' }, 'wrong-type /transitions/approve/stamp/note'],
    ['the state', { status: 'none' }, 'reserved-name /transitions/approve/stamp/status'],
    ['what every record keeps', { createdBy: 'user' }, 'reserved-name /transitions/approve/stamp/createdBy'],
    ['a field that people fill', { shopName: 'user' }, 'unproven-maker /transitions/approve/stamp/shopName'],
    ['nothing in a required field', { kind: 'none' }, 'impossible-value /transitions/approve/stamp/kind'],
  ])('stamps of a transition are refused for %s', (_what, stamp, expected) => {
    const found = withStamp(stamp)
    expect(found.filter((one) => one.startsWith(expected))).toHaveLength(1)
  })

  it('stamps of a transition and what is entered do not move a record to somebody else', () => {
    expect(withStamp({ note: 'none' }, { scope: 'note' })).toContain('reserved-name /transitions/approve/stamp/note')
    const reason = { properties: { ...properties, reason: computed() }, scope: 'reason' }
    expect(withStamp({}, reason)).toContain('reserved-name /transitions/approve/input/properties/reason')
  })

  it('stamps of a transition are not for tables, whose columns code fills', () => {
    const shop = { ...shopEntity, properties, table: 'shop' }
    const approve = { ...shopEntity.transitions?.approve, stamp: { note: 'none' } }
    const found = findings({ entity: { ...shop, transitions: { ...shopEntity.transitions, approve } } })
    expect(found).toContain('opened-transition /transitions/approve/stamp')
  })

  it('stamps of a transition prove who took it to a later step, unless somebody may enter it', () => {
    const steps = (stamp: object) => {
      const approve = { ...shopEntity.transitions?.approve, input, stamp }
      const reject = { ...shopEntity.transitions?.reject, notBy: ['checkedBy'] }
      return findings({ entity: { properties, transitions: { ...shopEntity.transitions, approve, reject } } })
    }
    expect(steps({ checkedBy: 'user' })).toEqual([])
    expect(steps({ note: 'input.reason' })).toEqual([expect.stringContaining('unproven-maker /transitions/reject/notBy/0')])
    expect(steps({ checkedBy: 'input.reason' })).toEqual([expect.stringContaining('unproven-maker /transitions/reject/notBy/0')])
  })
})
