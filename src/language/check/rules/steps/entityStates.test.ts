import { describe, expect, it } from 'vitest'
import { check, findings, shopEntity } from '../../../testing/documents.ts'

const steps = shopEntity.transitions
const withSteps = (transitions: object, more: object = {}) => findings({ entity: { transitions: { ...steps, ...transitions }, ...more } })

describe('a state', () => {
  it('needs a way out, or is named as an end', () => {
    expect(findings({ entity: { final: ['3'] } })).toEqual(['dead-end /transitions/reject/to'])
    expect(findings({ entity: { final: undefined } })).toEqual(['dead-end /transitions/approve/to', 'dead-end /transitions/reject/to'])
    const status = { ...shopEntity.properties.status, default: '2' }
    expect(findings({ entity: { properties: { ...shopEntity.properties, status } } })).toEqual([])
  })

  it('needs a way out where records begin, too', () => {
    const status = { ...shopEntity.properties.status, default: '1' }
    const properties = { ...shopEntity.properties, status }
    expect(findings({ entity: { properties, final: ['3'] } })).toEqual([
      'dead-end /properties/status/default',
      'unreached-state /transitions/approve/from/0',
      'unreached-state /transitions/reject/from/0',
      'dead-end /transitions/reject/to',
    ])
  })

  const withStatus = (status: object) => findings({ entity: { properties: { ...shopEntity.properties, status } } })
  const { 'x-computed': _computed, ...writable } = shopEntity.properties.status ?? { type: 'string' as const }
  const { 'x-dictionary': _dictionary, ...unlisted } = shopEntity.properties.status ?? { type: 'string' as const }
  const { default: _default, ...nowhere } = shopEntity.properties.status ?? { type: 'string' as const }

  it('no form writes a state, which would be a way around its steps', () =>
    expect(withStatus(writable)).toEqual(['open-state /properties/status']))

  it('needs a list of what it may be, and one of it for a new record', () => {
    expect(withStatus(unlisted)).toEqual(['states-unknown /properties/status'])
    expect(withStatus({ ...unlisted, enum: ['1', '2', '3'] })).toEqual([])
    expect(withStatus({ ...unlisted, enum: ['1', '2'] })).toEqual(
      expect.arrayContaining(['unknown-option /final/1', 'unknown-option /transitions/approve/to']),
    )
    expect(withStatus(nowhere)).toEqual(['no-first-state /properties/status'])
  })

  it('begins no step where no step reaches it', () => {
    const again = { ...steps?.approve, from: ['2', '3'], to: '1' }
    expect(withSteps({ approve: again })).toEqual(['unreached-state /transitions/approve/from/1', 'not-final /final/1'])
  })

  it('warns of an option that no record can ever have', () => {
    const more = (keys: readonly string[]) => ({
      'dictionaries/ShopStatus.json': { name: 'ShopStatus', title: '狀態', options: keys.map((key) => ({ key, value: `值${key}` })) },
    })
    expect(findings({ files: more(['1', '2', '3', '4', '5']) })).toEqual(['unreached-option /properties/status/x-dictionary'])
    const [found] = check(more(['1', '2', '3', '4', '5'])).diagnostics
    expect(found).toMatchObject({
      severity: 'warning',
      message:
        '沒有資料會到達狀態「4」（值4）、「5」（值5）：不是新資料的狀態，也沒有狀態轉換的 to 是它；請加上到達它的狀態轉換，用不到時從字典移除，或在此欄位以 enum 只列用得到的狀態',
    })
    const status = { ...shopEntity.properties.status, enum: ['1', '2', '3'] }
    const narrow = { ...shopEntity, properties: { ...shopEntity.properties, status } }
    expect(findings({ entity: narrow, files: more(['1', '2', '3', '4']) })).toEqual([])
    const listed = { ...shopEntity.properties, status: { ...status, enum: ['1', '2', '3', '4'] } }
    expect(findings({ entity: { properties: listed }, files: more(['1', '2', '3', '4']) })).toEqual([
      'unreached-option /properties/status/enum',
    ])
  })

  it('a final state is left by no transition, and a dictionary has it', () => {
    expect(findings({ entity: { final: ['1', '2', '3'] } })).toEqual(['not-final /final/1'])
    expect(findings({ entity: { final: ['1', '3', '9'] } })).toEqual(['unknown-option /final/2'])
    expect(
      findings({
        entity: { transitions: undefined },
        screen: { list: { columns: ['shopNo'] }, forms: undefined, actions: undefined, children: undefined },
      }),
    ).toContain('not-final /final')
  })
})

describe('notBy', () => {
  const by = (field: string, transitions: object = {}) => withSteps({ ...transitions, approve: { ...steps?.approve, notBy: [field] } })
  const submit = { label: '送審', field: 'status', from: ['1'], to: '2', permission: 'submit' }

  it('notBy names a field that the server fills with who acted', () => {
    expect(by('submittedBy')).toEqual(['unproven-maker /transitions/approve/notBy/0'])
    expect(by('createdBy')).toEqual([])
    expect(by('shopName')).toEqual(['unproven-maker /transitions/approve/notBy/0'])
    expect(withSteps({ submit, approve: { ...steps?.approve, notBy: ['submittedBy'] } }, { final: ['3'] })).toEqual([])
  })

  it('notBy names none that people can fill in', () => {
    const properties = { ...shopEntity.properties, submittedBy: { type: 'string', title: '申請人員' } }
    const approve = { ...steps?.approve, notBy: ['submittedBy'] }
    expect(withSteps({ submit, approve }, { final: ['3'], properties })).toEqual(['unproven-maker /transitions/approve/notBy/0'])
  })
})
