import { describe, expect, it } from 'vitest'
import type { Predicate } from '../documents/predicate.ts'
import { cannotHold } from './cannotHold.ts'

const merchant = { userName: 'mer01', userType: '2', companyNo: 'C000101', roles: ['MER'], permissions: [] }
const staffOnly: Predicate = { 'user.userType': { eq: '1' } }
const late: Predicate = { 'row.dueOn': { lt: { path: 'now.date' } } }

describe('a predicate that cannot hold', () => {
  it.each<[string, Predicate, boolean]>([
    ['of the user alone', staffOnly, true],
    ['beside conditions on the record', { ...late, ...staffOnly }, true],
    ['in all of several', { $all: [late, staffOnly] }, true],
    ['in each of several', { $any: [staffOnly, { $not: { 'user.roles': { has: 'MER' } } }] }, true],
  ])('fails for the user whatever the record is: %s', (_, predicate, expected) => {
    expect(cannotHold(predicate, merchant)).toBe(expected)
  })

  it.each<[string, Predicate]>([
    ['no condition on the user', late],
    ['one way besides the user', { $any: [staffOnly, late] }],
    ['a record that decides', { 'row.companyNo': { eq: { path: 'user.companyNo' } } }],
    ['a user compared with the record', { 'user.companyNo': { ne: { path: 'row.companyNo' } } }],
    ['a denial that reads the record', { $not: { ...late, ...staffOnly } }],
    ['a user of whom it is true', { 'user.userType': { eq: '2' } }],
  ])('leaves the decision to the record: %s', (_, predicate) => {
    expect(cannotHold(predicate, merchant)).toBe(false)
  })
})
