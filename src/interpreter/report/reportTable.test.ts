import { describe, expect, it } from 'vitest'
import { changeText, reportTable } from '../../language/reports/reportTable.ts'
import type { ResolvedReport } from '../../language/resolved.ts'
import { columnOf } from '../../language/testing/screenFactory.ts'
import { chartSeries } from './chartSeries.ts'
import { parseReport } from './reportPage.ts'

const report: ResolvedReport = {
  groups: [columnOf({ field: 'channel' }), { ...columnOf({ field: 'month' }), by: 'month' }],
  measures: [
    columnOf({ field: 'count', title: '筆數' }),
    { ...columnOf({ field: 'price.average', title: '平均單價', format: 'price' }), made: { op: 'average', field: 'price' } },
  ],
}
const figures = {
  rows: [
    { channel: '1', month: '202601', count: 2, 'price.average': 10 },
    { channel: '1', month: '202603', count: 1, 'price.average': 4 },
    { channel: '2', month: '202602', count: 4, 'price.average': 7 },
    { channel: null, month: null, count: 1, 'price.average': null },
  ],
  parts: [
    {
      groups: ['channel'],
      rows: [
        { channel: '1', count: 3, 'price.average': 8 },
        { channel: '2', count: 4, 'price.average': 7 },
        { channel: null, count: 1, 'price.average': null },
      ],
    },
    {
      groups: ['month'],
      rows: [
        { month: '202601', count: 2, 'price.average': 10 },
        { month: '202602', count: 4, 'price.average': 7 },
        { month: '202603', count: 1, 'price.average': 4 },
        { month: null, count: 1, 'price.average': null },
      ],
    },
  ],
  totals: { count: 8, 'price.average': 7.43 },
}
const page = parseReport(figures)
const plain: ResolvedReport = { ...report, groups: report.groups.slice(0, 1) }
const byChannel = (rows: readonly object[], totals: object) => ({ rows, parts: [], totals })

describe('the table of a report', () => {
  it('ends each value of the first group with a subtotal of the database, unless it has one line', () => {
    const { lines, totals, columns } = reportTable(report, page)
    expect(columns.map(({ title }) => title)).toEqual(['筆數', '平均單價'])
    expect(lines.map(({ kind, span, figures: shown }) => [kind, span, ...shown])).toEqual([
      ['group', 3, 2, 10],
      ['group', 0, 1, 4],
      ['subtotal', 0, 3, 8],
      ['group', 1, 4, 7],
      ['group', 1, 1, null],
    ])
    expect(totals).toEqual([8, 7.43])
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  })

  it('the table of a report with one group has plain lines', () => {
    const one = reportTable(plain, parseReport(byChannel(figures.parts[0]?.rows ?? [], figures.totals)))
    expect(one.lines.map(({ kind, span }) => [kind, span])).toEqual([
      ['group', 1],
      ['group', 1],
      ['group', 1],
    ])
  })

  it('the values of the last group go across, with the sums of both directions', () => {
    const { groups, columns, lines, totals, across } = reportTable({ ...report, pivot: 'month' }, page)
    expect(groups.map(({ field }) => field)).toEqual(['channel'])
    expect([across?.values, across?.figures]).toEqual([['202601', '202602', '202603', null], 2])
    expect(columns.map(({ above }) => above?.value)).toEqual([
      '202601',
      '202601',
      '202602',
      '202602',
      '202603',
      '202603',
      null,
      null,
      undefined,
      undefined,
    ])
    expect(lines.map(({ figures: shown }) => shown)).toEqual([
      [2, 10, null, null, 1, 4, null, null, 3, 8],
      [null, null, 4, 7, null, null, null, null, 4, 7],
      [null, null, null, null, null, null, 1, null, 1, null],
    ])
    expect(totals).toEqual([2, 10, 4, 7, 1, 4, 1, null, 8, 7.43])
  })

  it('the range before stands beside it, with groups that are no more', () => {
    const before = byChannel(
      [
        { channel: '1', count: 2, 'price.average': 10 },
        { channel: '3', count: 5, 'price.average': 3 },
      ],
      { count: 7, 'price.average': 5 },
    )
    const now = byChannel(
      [
        { channel: '1', count: 3, 'price.average': 8 },
        { channel: '2', count: 4, 'price.average': 7 },
      ],
      { count: 7, 'price.average': 7.43 },
    )
    const { columns, lines, totals } = reportTable(
      { ...plain, compare: 'soldOn' },
      parseReport({ ...now, before: { ...before, from: '2026-01-01', to: '2026-01-31' } }),
    )
    expect(columns.map(({ title }) => title)).toEqual(['筆數', '前期筆數', '增減', '平均單價', '前期平均單價', '增減'])
    expect(lines.map(({ groups, figures: shown }) => [groups.channel, ...shown])).toEqual([
      ['1', 3, 2, '+50.0%', 8, 10, '-20.0%'],
      ['2', 4, 0, null, 7, null, null],
      ['3', 0, 5, '-100.0%', null, 3, null],
    ])
    expect(totals).toEqual([7, 7, '0.0%', 7.43, 5, '+48.6%'])
  })

  it.each([
    [3, 2, '+50.0%'],
    [1, 3, '-66.7%'],
    [2, -4, '+150.0%'],
    [0, 0, null],
    [null, 3, null],
    ['2026-01-01', '2026-01-02', null],
  ])('a change to %s from %s is %s', (now, before, text) => expect(changeText(now, before)).toBe(text))
})

describe('the chart of a report', () => {
  const chart = { type: 'bar', title: '', by: 'month', values: ['count'] } as const

  it('the chart of a report goes along one group, in its order, with the figures of the database', () => {
    const drawn = chartSeries({ ...report, chart: { ...chart, values: ['count', 'price.average'] } }, page)
    expect(drawn?.at).toEqual(['202601', '202602', '202603', null])
    expect(drawn?.series.map(({ values }) => values)).toEqual([
      [2, 4, 1, 1],
      [10, 7, 4, 0],
    ])
  })

  it('the values of another group are parts of each bar, or lines', () => {
    const drawn = chartSeries({ ...report, chart: { ...chart, series: 'channel' } }, page)
    expect(drawn?.isStacked).toBe(true)
    expect(drawn?.series.map(({ value, values }) => [value, values])).toEqual([
      ['1', [2, 0, 1, 0]],
      ['2', [0, 4, 0, 0]],
      [null, [0, 0, 0, 1]],
    ])
    const lines = chartSeries({ ...report, chart: { ...chart, type: 'line', series: 'channel' } }, page)
    expect(lines?.isStacked).toBe(false)
    const averages = chartSeries({ ...report, chart: { ...chart, series: 'channel', values: ['price.average'] } }, page)
    expect(averages?.isStacked).toBe(false)
  })

  it('the largest of many values have series of their own, and sums of the others are one', () => {
    const rows = Array.from({ length: 9 }, (_unused, index) => ({
      channel: `${index}`,
      month: '202601',
      count: index + 1,
      'price.average': 1,
    }))
    const parts = [{ groups: ['month'], rows: [{ month: '202601', count: 45 }] }]
    const many = parseReport({ rows, parts, totals: {} })
    const drawn = chartSeries({ ...report, chart: { ...chart, series: 'channel' } }, many)
    expect(drawn?.series.map(({ value, isOther, values }) => [value, isOther, values[0]])).toEqual([
      ...['3', '4', '5', '6', '7', '8'].map((value) => [value, false, Number(value) + 1]),
      [undefined, true, 6],
    ])
    const averages = chartSeries({ ...report, chart: { ...chart, series: 'channel', values: ['price.average'] } }, many)
    expect(averages?.series.some(({ isOther }) => isOther)).toBe(false)
  })
})

it('takes nothing else for a report', () => {
  for (const body of [null, [], { rows: [] }, { rows: {}, totals: {} }, { rows: [], totals: {} }])
    expect(() => parseReport(body)).toThrow(TypeError)
})
