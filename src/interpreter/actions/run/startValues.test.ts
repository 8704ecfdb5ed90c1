import { expect, it } from 'vitest'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { startValues } from './startValues.ts'

const pay = {
  input: {
    fields: {
      amount: { property: { type: 'integer', 'x-start': 'outstandingAmount' } },
      reference: { property: { type: 'string' } },
    },
  },
} as unknown as ResolvedAction
const row = { id: 7, outstandingAmount: 1945, reference: 'TT1' }

it('inputs start with the fields of the record that they name, and with no other', () => {
  expect(startValues(pay, { kind: 'row', row }, new URLSearchParams())).toEqual({ amount: 1945 })
})

it('inputs above the list start with its filters', () => {
  expect(startValues(pay, { kind: 'screen' }, new URLSearchParams('outstandingAmount=12'))).toEqual({ amount: '12' })
  expect(startValues(pay, { kind: 'screen' }, new URLSearchParams())).toEqual({ amount: null })
})

it('inputs for several records start empty', () => {
  expect(startValues(pay, { kind: 'rows', chosen: { ids: [7, 8], rowVersions: {} }, count: 2 }, new URLSearchParams())).toEqual({})
})
