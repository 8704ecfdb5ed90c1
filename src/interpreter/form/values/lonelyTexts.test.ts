import { expect, it } from 'vitest'
import { shopForm } from '../testScreens.ts'
import { lonelyTexts } from './lonelyTexts.ts'

it('a text that a condition, a choice or a formula reads is not lonely', () => {
  const form = shopForm('create')
  const { name, kind } = form.fields
  if (name === undefined || kind === undefined) throw new Error('the form has a name and a kind')
  const withField = (field: typeof name) => lonelyTexts({ ...form, fields: { ...form.fields, [field.field]: field } })
  expect(lonelyTexts(form).has('name')).toBe(true)
  expect(withField({ ...kind, conditions: { required: { 'form.name': { ne: '' } } } }).has('name')).toBe(false)
  expect(withField({ ...kind, conditions: { visible: { 'row.kind': { eq: { path: 'form.name' } } } } }).has('name')).toBe(false)
  expect(withField({ ...kind, dictionary: { name: 'Kind', strArg: 'form.name' } }).has('name')).toBe(false)
  expect(withField({ ...kind, borrowedBy: 'name' }).has('name')).toBe(false)
  expect(lonelyTexts({ ...form, formulas: { total: { type: 'integer', title: '合計' } } })).toEqual(new Set())
})
