import { describe, expect, it } from 'vitest'
import type { Property } from '../../../language/documents/entity.ts'
import { workbookOf } from '../testing/workbookOf.ts'
import { checkRowsFile } from './rowsFile.ts'

const list: Property = {
  type: 'array',
  title: '明細',
  items: {
    type: 'object',
    properties: { owner: { type: 'string', title: '編號' }, points: { type: 'integer', title: '點數', minimum: 1 } },
    required: ['points'],
  },
}

describe('a file of rows for a form', () => {
  it('a file of rows for a form is told at once what is wrong with its rows, by their schema and by who judges them', async () => {
    const file = await workbookOf([
      ['編號', '點數'],
      ['甲', 0],
      ['乙', 5],
      ['丙', 6],
    ])
    const judged: unknown[] = []
    const answer = await checkRowsFile('test', list, file, async (rows) => {
      judged.push(...rows)
      return [
        { index: 0, field: 'owner', text: '查無此人' },
        { index: 0, field: 'points', text: '點數不足' },
        { index: 2, field: 'owner', text: '查無此人' },
      ]
    })
    // Values that the schema refuses are not passed on.
    expect(judged).toEqual([{ owner: '甲' }, { owner: '乙', points: 5 }, { owner: '丙', points: 6 }])
    expect(answer.errors).toEqual([
      { row: 2, message: '點數：最小值1；編號：查無此人' },
      { row: 4, message: '編號：查無此人' },
    ])
    expect(answer.values).toEqual([])
  })
})
