import { describe, expect, it } from 'vitest'
import type { Entity } from '../../../documents/entity.ts'
import { demoFiles, known, shopEntity } from '../../../testing/documents.ts'
import { checkDocuments } from '../../checkDocuments.ts'

/** Findings as `pointer message`, and the checked field. */
function check(field: object, changes: Partial<Entity> = {}, properties: object = {}) {
  const entity = {
    ...shopEntity,
    ...changes,
    properties: { ...shopEntity.properties, ticketNo: { type: 'string', title: '單號', ...field }, ...properties },
  }
  const { catalog, diagnostics } = checkDocuments(demoFiles({ 'entities/demo/shop.json': entity }), known)
  const findings = diagnostics.map(({ pointer, message }) => `${pointer.replace('/properties/', '')} ${message}`)
  return { findings, property: catalog.entities.get('shop')?.properties.ticketNo }
}

const pattern = { 'x-number': 'T{yyyyMM}{000}' }

describe('an automatic number', () => {
  it('makes its field computed and unique', () => {
    const { findings, property } = check(pattern)
    expect(findings).toEqual([])
    expect(property).toMatchObject({ 'x-computed': true, 'x-unique': true })
  })

  it('an automatic number can be the key, searched, and part of a combination', () => {
    const key = Object.keys(shopEntity.properties)[0] as string
    expect(check({ ...pattern, 'x-search': true }, { unique: [['ticketNo', key]] }).findings).toEqual([])
  })

  it.each([
    ['T{yyyyMM}', '應為文字'],
    ['{000}{yyyy}', '應為文字'],
    ['單{000}', '應為文字'],
  ])('%s is no pattern', (wrong, text) => {
    expect(check({ 'x-number': wrong }).findings.join()).toContain(text)
  })

  it.each([
    [{ ...pattern, maxLength: 8 }, '編號比 maxLength（8）長'],
    [{ ...pattern, default: 'T1' }, '自動編號的欄位不由人填寫，「default」沒有作用'],
    [{ ...pattern, 'x-computed': false }, '自動編號的欄位一定由系統計算'],
    [{ ...pattern, 'x-mask': 'name' }, '「x-mask」沒有作用'],
    [{ ...pattern, format: 'email' }, '不能有 format'],
    [{ ...pattern, 'x-formula': { $concat: ['row.shopNo', '1'] } }, '請擇一'],
  ])('%j is refused', (field, text) => {
    expect(check(field).findings.join()).toContain(text)
  })

  it('an automatic number has no place in rows, or in a field of numbers', () => {
    const rows = {
      lines: { type: 'array', title: '明細', items: { type: 'object', properties: { no: { type: 'string', title: '號', ...pattern } } } },
    }
    expect(check({}, {}, rows).findings.join()).toContain('「x-number」只對實體的欄位有作用，在多列資料的一列中不會生效')
    expect(check({ ...pattern, type: 'integer' }).findings.join()).toContain('「x-number」只能用於型別 string')
  })

  it('stands in a record that no code numbers', () => {
    expect(check(pattern, { table: 'retail_store' }).findings.join()).toContain('x-number 只用於沒有 table 的實體')
  })

  it('nobody is required to fill in an automatic number, and no step writes it', () => {
    expect(check(pattern, { required: [...(shopEntity.required ?? []), 'ticketNo'] }).findings.join()).toContain('不可列為必填')
    const step = { label: '結案', field: 'status', from: ['1'], to: '2', permission: 'edit', stamp: { ticketNo: 'user' } }
    expect(check(pattern, { transitions: { close: step } }).findings.join()).toContain('不能由步驟寫入')
  })
})
