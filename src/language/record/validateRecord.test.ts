import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import type { Entity } from '../documents/entity.ts'
import { plainObject } from '../resolve/plainSchema.ts'
import { shopEntity } from '../testing/documents.ts'
import { fieldStates } from './fieldStates.ts'
import { formatChecks } from './formatChecks.ts'
import { localizeErrors } from './localize.ts'
import { rulesOfEntity, validateRecord } from './validateRecord.ts'
import { withoutEmpty } from './withoutEmpty.ts'

const entity: Entity = {
  ...shopEntity,
  properties: {
    ...shopEntity.properties,
    email: { type: 'string', title: '電子郵件', format: 'email' },
    phone: { type: 'string', title: '電話', format: 'phone', maxLength: 20 },
    taxNumber: { type: 'string', title: '統一編號', format: 'taxNumber' },
    endMonth: { type: 'string', title: '迄月', format: 'month', 'x-notBefore': 'startMonth' },
    startMonth: { type: 'string', title: '起月', format: 'month' },
    most: { type: 'integer', title: '最多', 'x-notBefore': 'least' },
    least: { type: 'integer', title: '最少' },
    reason: { type: 'string', title: '原因' },
    members: {
      type: 'array',
      title: '成員',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          joinDate: { type: 'string', title: '加入日', format: 'date' },
          leaveDate: { type: 'string', title: '退出日', format: 'date', 'x-notBefore': 'joinDate' },
        },
        required: ['joinDate'],
      },
    },
  },
  when: {
    ...shopEntity.when,
    reason: { visible: { 'form.kind': { eq: '2' } }, required: { 'form.kind': { eq: '2' } } },
  },
}
const fields = rulesOfEntity(entity, 'create')
const good = { shopName: '店', kind: '2', reason: '因' }
const problems = (values: object) => validateRecord(fields, { ...good, ...values }, {})

describe('the rules of a record', () => {
  it('find nothing in a good one', () => expect(problems({})).toEqual({}))
  it.each([
    [{ shopName: '' }, { shopName: '名稱 必填' }],
    [{ shopName: null }, { shopName: '名稱 必填' }],
    [{ kind: '1' }, { cityCode: '縣市 必填' }],
    [{ reason: undefined }, { reason: '原因 必填' }],
    [{ kind: '1', cityCode: '63000', reason: undefined }, {}],
    [{ openDate: '2026-01-02', closeDate: '2026-01-02' }, { closeDate: 'date must be greater than 2026-01-02' }],
    [{ openDate: '2026-01-02', closeDate: '2026-01-03' }, {}],
    [{ closeDate: '2026-01-03' }, {}],
    [{ startMonth: '202602', endMonth: '202601' }, { endMonth: '迄日不可早於起日。' }],
    [{ startMonth: '202601', endMonth: '202601' }, {}],
    [{ least: 5, most: 4 }, { most: '不可小於最少' }],
    [{ area: 1.25 }, { area: '最多1位小數' }],
    [{ area: 1.2 }, {}],
    [
      { members: [{ joinDate: '2026-02-01', leaveDate: '2026-01-01' }, {}] },
      { 'members.0.leaveDate': '迄日不可早於起日。', 'members.1.joinDate': '加入日 必填' },
    ],
    [
      {
        tiers: [
          { conditionPoint: 0, discountRate: 0 },
          { conditionPoint: 0, discountRate: 1.25 },
        ],
      },
      { 'tiers.1.conditionPoint': '門檻點數不可重複。', 'tiers.1.discountRate': '最多1位小數' },
    ],
  ])('find in %j: %j', (values, expected) => expect(problems(values)).toEqual(expected))
})

describe('field states', () => {
  it('field states take a hidden value for empty, so that what depends on it hides as well', () => {
    const rule = (field: string, by: string) =>
      ({ ...fields.reason, field, conditions: { visible: { [`form.${by}`]: { eq: 'x' } } }, onHidden: 'omit' }) as never
    const chain = { b: rule('b', 'a'), c: rule('c', 'b'), d: rule('d', 'c') }
    const states = fieldStates(chain, { a: 'y', b: 'x', c: 'x', d: 'x' }, {})
    expect(['b', 'c', 'd'].map((name) => states.get(name)?.visible)).toEqual([false, false, false])
  })
  it('field states do not require what nobody may enter', () => {
    const readonly = { ...fields.shopName, conditions: { readonly: { 'form.kind': { eq: '2' } } } } as never
    expect(fieldStates({ shopName: readonly }, { kind: '2' }, {}).get('shopName')).toEqual({
      visible: true,
      required: false,
      readonly: true,
    })
  })
})

describe('texts of schema errors', () => {
  const ajv = new Ajv({ allErrors: true, strict: false })
  for (const [name, check] of Object.entries(formatChecks)) ajv.addFormat(name, check)
  const validate = ajv.compile(plainObject(entity.properties, entity.required ?? []))
  const texts = (values: Record<string, unknown>) => {
    const checked = withoutEmpty(values)
    validate(checked)
    return localizeErrors(validate.errors ?? [], fields, checked)
  }

  it.each([
    [{}, { shopName: '名稱 必填', kind: '類型 必填' }],
    [{ ...good, shopName: 'a'.repeat(61) }, { shopName: '最多60個字' }],
    [{ ...good, email: 'x' }, { email: '電子郵件格式錯誤.' }],
    [{ ...good, phone: 'x' }, { phone: '電話格式錯誤' }],
    [{ ...good, taxNumber: '123' }, { taxNumber: '統編錯誤，要有 8 個數字' }],
    [{ ...good, taxNumber: '12345678' }, { taxNumber: '統編錯誤' }],
    [{ ...good, openDate: 'x' }, { openDate: '開店日 格式錯誤' }],
    [{ ...good, area: -1 }, { area: '最小值0' }],
    [{ ...good, area: 'x' }, { area: '只能輸入數字' }],
    [{ ...good, points: 1.5 }, { points: '只能輸入整數' }],
    [{ ...good, members: [] }, { members: '成員 必填' }],
    [{ ...good, members: [{ joinDate: '' }] }, { 'members.0.joinDate': '加入日 必填' }],
    [{ ...good, tiers: [{ discountRate: 0 }] }, { 'tiers.0.conditionPoint': '回饋點數 必填' }],
    [{ ...good, tiers: [{ conditionPoint: 10_000_000_000, discountRate: 0 }] }, { 'tiers.0.conditionPoint': '最大值9999999999' }],
    [{ ...good, tiers: [{ conditionPoint: 1.5, discountRate: 0 }] }, { 'tiers.0.conditionPoint': '請輸入大於0之整數' }],
    [
      { ...good, tiers: [{ conditionPoint: -1, discountRate: 101 }] },
      { 'tiers.0.conditionPoint': '請輸入大於0之整數', 'tiers.0.discountRate': '最大值100' },
    ],
  ])('say of %j: %j', (values, expected) => expect(texts(values)).toEqual(expected))
})
