import { describe, expect, it } from 'vitest'
import type { ResolvedReport } from '../../language/resolved.ts'
import { columnOf } from '../testing/screenFactory.ts'
import { chartData, reportLines } from './reportLines.ts'
import { parseReport } from './reportPage.ts'

const report: ResolvedReport = {
  groups: [columnOf({ field: 'channel' }), { ...columnOf({ field: 'month' }), by: 'month' }],
  measures: [columnOf({ field: 'count' }), columnOf({ field: 'points' })],
}
const page = parseReport({
  rows: [
    { channel: '1', month: '202601', count: 2, points: 10 },
    { channel: '1', month: '202603', count: 1, points: 5 },
    { channel: '2', month: '202602', count: 4, points: 7 },
    { channel: null, month: null, count: 1, points: 1 },
  ],
  totals: { count: 8, points: 23 },
})

describe('reportLines', () => {
  it('reportLines ends each value of the first group with a subtotal, unless it has one line', () => {
    expect(reportLines(report, page).map(({ kind, span, values }) => [kind, span, values.count, values.points])).toEqual([
      ['group', 3, 2, 10],
      ['group', 0, 1, 5],
      ['subtotal', 0, 3, 15],
      ['group', 1, 4, 7],
      ['group', 1, 1, 1],
    ])
  })

  it('reportLines has plain lines with one group', () => {
    const lines = reportLines({ ...report, groups: report.groups.slice(0, 1) }, page)
    expect(lines.map((line) => [line.kind, line.span])).toEqual([
      ['group', 1],
      ['group', 1],
      ['group', 1],
      ['group', 1],
    ])
  })

  it('reportLines has a key of its own for every line', () => {
    const keys = reportLines(report, page).map((line) => line.key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

it('draws the chart along one group, in its order, the others added up', () => {
  const chart = { type: 'bar', title: '', by: 'month', values: ['points'] } as const
  expect(chartData(chart, page)).toEqual([
    { at: '202601', values: [10] },
    { at: '202602', values: [7] },
    { at: '202603', values: [5] },
    { at: null, values: [1] },
  ])
  expect(chartData({ ...chart, by: 'channel', values: ['count', 'points'] }, page)[0]).toEqual({ at: '1', values: [3, 15] })
})

it('takes nothing else for a report', () => {
  for (const body of [null, [], { rows: [] }, { rows: {}, totals: {} }]) expect(() => parseReport(body)).toThrow(TypeError)
})
