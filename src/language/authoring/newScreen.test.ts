import { expect, it } from 'vitest'
import type { Entity } from '../documents/entity.ts'
import { newScreen } from './newScreen.ts'

it('a first screen shows the state of a record, however many fields are declared before it', () => {
  const text = { type: 'string', title: '欄位' } as const
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`field${index}`, { ...text, format: 'date' } as const]))
  const close = { label: '結案', field: 'stage', from: ['1'], to: '2', permission: 'close' }
  const entity: Entity = {
    ...{ name: 'ticket', title: '工單', key: 'ticketNo', label: 'subject', type: 'object' },
    properties: { ticketNo: text, subject: text, ...many, stage: { ...text, 'x-dictionary': 'Stage' } },
    transitions: { close },
  }
  const { columns, filters } = newScreen('/_demo/tickets', entity).list
  expect(columns).toHaveLength(10)
  expect(columns.slice(0, 3)).toEqual([{ field: 'ticketNo', link: 'view' }, 'subject', 'field0'])
  expect(filters).toHaveLength(8)
  expect(columns.at(-1)).toBe('stage')
  expect(filters?.at(-1)).toBe('stage')
})
