import { expect, it } from 'vitest'
import { rowIndex, stepTo } from './recordStep.ts'

const rows = [{ id: 11 }, { id: 12 }]
const shown = { rows, pageIndex: 1, pageSize: 2, totalCount: 5 }

it('goes on within the page, then to the page beside it', () => {
  expect(stepTo(shown, 0, 1)).toEqual({ kind: 'row', row: rows[1] })
  expect(stepTo(shown, 1, 1)).toEqual({ kind: 'page', pageIndex: 2 })
  expect(stepTo(shown, 0, -1)).toEqual({ kind: 'page', pageIndex: 0 })
})

it('ends where the list ends', () => {
  expect(stepTo({ ...shown, pageIndex: 0 }, 0, -1)).toBeNull()
  expect(stepTo({ rows: [{ id: 15 }], pageIndex: 2, pageSize: 2, totalCount: 5 }, 0, 1)).toBeNull()
})

it('knows a record by its id, whatever its type, and one that the list does not show', () => {
  expect(rowIndex(shown, '12')).toBe(1)
  expect(rowIndex(shown, 99)).toBe(-1)
})
