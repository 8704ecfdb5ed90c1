import { expect, it } from 'vitest'
import { columnOf } from '../../../language/testing/screenFactory.ts'
import { recordName, recordSubject } from './recordName.ts'

const naming = {
  title: '特約商',
  fields: [columnOf({ field: 'companyNo' }), columnOf({ field: 'companyName' })],
  state: columnOf({ field: 'status', dictionary: { name: 'Status' } }),
}
const known = () => new Map([['1', { value: '啟用' }]])

it('calls a record by key, name and state', () => {
  const record = { companyNo: 'C000101', companyName: '好食光', status: '1' }
  expect(recordName(naming, record, known)).toBe('C000101 好食光（啟用）')
  expect(recordSubject(naming, record, known)).toBe('特約商 C000101 好食光（啟用）')
})

it('leaves out what the row does not have and codes without words', () => {
  expect(recordName(naming, { companyNo: 'C000101', companyName: null, status: '9' }, known)).toBe('C000101')
  expect(recordName(naming, { companyNo: 'C000101', companyName: 'C000101', status: '1' }, () => undefined)).toBe('C000101')
  expect(recordSubject(naming, {}, known)).toBe('')
})
