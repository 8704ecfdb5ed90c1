import { expect, it } from 'vitest'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { askedInput } from './askedInput.ts'

const invoice = {
  input: {
    title: '開立發票',
    schema: { type: 'object', properties: { invoiceDate: { type: 'string' }, invoiceNo: { type: 'string' } }, required: ['invoiceDate'] },
    fields: { invoiceDate: { property: { type: 'string' } }, invoiceNo: { property: { type: 'string', 'x-single': true } } },
  },
} as unknown as ResolvedAction

it('one record is asked for everything', () => {
  expect(askedInput(invoice, { kind: 'row', row: { id: 7 } })).toBe(invoice.input)
})

it('several records are not asked for what fits one of them only', () => {
  const asked = askedInput(invoice, { kind: 'rows', chosen: { ids: [7, 8], rowVersions: {} }, count: 2 })
  expect(Object.keys(asked?.fields ?? {})).toEqual(['invoiceDate'])
  expect(asked?.schema).toBe(invoice.input?.schema)
})
