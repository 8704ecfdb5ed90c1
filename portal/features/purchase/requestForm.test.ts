import { expect, it } from 'vitest'
import { readRequest, requestOf, requestProblems, totalOf } from './requestForm.ts'

const typed = { ...readRequest(undefined), pointsPerSerial: '1,000', quantity: '20' }

it('reads numbers as they are typed, and counts all points', () => {
  expect(requestOf(typed)).toEqual({ deliveryMethod: '1', pointsPerSerial: 1000, quantity: 20, purpose: '' })
  expect([totalOf(typed), requestProblems(typed)]).toEqual([20_000, {}])
})

it('asks for one lot when the points go into the account, whatever was typed before', () => {
  expect(requestOf({ ...typed, deliveryMethod: '2' })).toMatchObject({ quantity: 1 })
  expect(totalOf({ ...typed, deliveryMethod: '2' })).toBe(1000)
})

it('tells what is missing from what is wrong', () => {
  expect(requestProblems(readRequest(undefined))).toEqual({ pointsPerSerial: '點數 必填', quantity: '組數 必填' })
  expect(requestProblems({ ...typed, quantity: '一百' })).toEqual({ quantity: '組數須為 1 至 50,000 之整數' })
  expect(totalOf({ ...typed, quantity: '' })).toBeNull()
})
