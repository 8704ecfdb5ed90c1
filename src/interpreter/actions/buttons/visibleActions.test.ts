import { describe, expect, it } from 'vitest'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { guardHolds } from './visibleActions.ts'

const action = { name: 'approve', guard: { 'row.status': { eq: '2' } } } as unknown as ResolvedAction

describe('a button of a row', () => {
  it('needs its guard, and that the server does not refuse it to this person', () => {
    expect(guardHolds(action, { row: { status: '2' } })).toBe(true)
    expect(guardHolds(action, { row: { status: '1' } })).toBe(false)
    expect(guardHolds(action, { row: { status: '2', deniedActions: ['approve'] } })).toBe(false)
    expect(guardHolds(action, { row: { status: '2', deniedActions: ['reject'] } })).toBe(true)
  })

  it('above a list has no row', () => {
    const { guard: _none, ...always } = action
    expect(guardHolds(always as ResolvedAction, {})).toBe(true)
  })
})
