import { describe, expect, it } from 'vitest'
import { readExchangeDraft } from './exchangeDraft.ts'

const empty = { serialNos: [], quantities: {}, recipient: { name: '', mobile: '', email: '' }, isForMany: false, rows: [] }

describe('readExchangeDraft', () => {
  it('begins empty, whatever nonsense was stored', () => {
    for (const stored of [undefined, null, 'text', 1, [], { serialNos: 'x', quantities: [], recipient: null, rows: {}, isForMany: 'yes' }])
      expect(readExchangeDraft(stored)).toEqual(empty)
  })

  it('gives back what was typed', () => {
    const draft = {
      serialNos: ['AAAA', 'BBBB'],
      quantities: { CB2026010001: 2 },
      recipient: { name: '陳小姐', mobile: '0912345678', email: 'chen@example.com' },
      isForMany: true,
      rows: [{ key: 'r1', name: '王先生', mobile: '09', email: 'x', couponBatchNo: 'CB2026010001', quantity: '3' }],
    }
    expect(readExchangeDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  })

  it('readExchangeDraft takes only whole quantities above zero, and only texts', () => {
    const stored = {
      quantities: { A: 0, B: -1, C: 1.5, D: '2', E: 3, F: null },
      recipient: { name: 5, mobile: '0912345678', extra: 'x' },
      serialNos: ['AAAA', 7, null],
      rows: [null, { name: '王先生', quantity: 3, pin: '1234' }],
    }
    expect(readExchangeDraft(stored)).toEqual({
      serialNos: ['AAAA'],
      quantities: { E: 3 },
      recipient: { name: '', mobile: '0912345678', email: '' },
      isForMany: false,
      rows: [
        { key: '', name: '', mobile: '', email: '', couponBatchNo: '', quantity: '' },
        { key: '', name: '王先生', mobile: '', email: '', couponBatchNo: '', quantity: '' },
      ],
    })
  })

  it('readExchangeDraft never holds a pin', () => {
    expect(JSON.stringify(readExchangeDraft({ serialNos: [{ serialNo: 'AAAA', pin: '12345678' }], pin: '12345678' }))).not.toContain('1234')
  })
})
