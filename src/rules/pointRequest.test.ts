import { expect, it } from 'vitest'
import { pointRequestProblems } from './pointRequest.ts'

const sound = { deliveryMethod: '1', pointsPerSerial: 500, quantity: 20, purpose: '' }
const fieldsOf = (changes: object) => Object.keys(pointRequestProblems({ ...sound, ...changes }))

it('takes a request within the limits of an order', () => {
  expect(fieldsOf({})).toEqual([])
  expect(fieldsOf({ pointsPerSerial: 100_000, quantity: 50_000, deliveryMethod: '3' })).toEqual([])
  expect(fieldsOf({ deliveryMethod: '2', quantity: 1 })).toEqual([])
})

it('names every field that is wrong', () => {
  for (const value of [0, -1, 1.5, 100_001, Number.NaN]) expect(fieldsOf({ pointsPerSerial: value })).toEqual(['pointsPerSerial'])
  for (const value of [0, 50_001, Number.NaN]) expect(fieldsOf({ quantity: value })).toEqual(['quantity'])
  expect(fieldsOf({ deliveryMethod: '' })).toEqual(['deliveryMethod'])
  expect(fieldsOf({ deliveryMethod: '2' })).toEqual(['quantity'])
  expect(fieldsOf({ purpose: '字'.repeat(201) })).toEqual(['purpose'])
})
