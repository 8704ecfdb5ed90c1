import { expect, it } from 'vitest'
import { otherGroups } from '../../language/dashboard/resolved.ts'
import type { ResolvedColumn } from '../../language/resolved.ts'
import { chartContent } from './chartContent.ts'

const column = (field: string, title: string): ResolvedColumn => ({
  ...{ field, title, format: 'text', sortable: false, hidden: false, align: 'start' },
})
const tile: Parameters<typeof chartContent>[0] = {
  ...{ kind: 'chart', id: 'one', title: '規則與等級', width: 6, chart: 'stacked', isDated: true },
  group: column('ruleCode', '規則'),
  series: column('severity', '等級'),
  measures: [{ ...column('count', '筆數'), format: 'integer' }],
}
const labels = { severity: { 1: { value: '低' }, 2: { value: '中' }, 3: { value: '高' } } }

it('parts of stacked bars stand in the order of their dictionary, the others last, whichever came first', () => {
  const rows = [
    { ruleCode: 'R01', severity: '2', count: 5 },
    { ruleCode: 'R02', severity: otherGroups, count: 9 },
    { ruleCode: 'R02', severity: '3', count: 1 },
    { ruleCode: 'R03', severity: '1', count: 2 },
  ]
  const data = { link: '/', labels, rows } as Parameters<typeof chartContent>[1]
  expect(chartContent(tile, data).content.series.map(({ title }) => title)).toEqual(['低', '中', '高', '其他'])
})

it('parts of a pie carry the tones of their dictionary, and those without one carry none', () => {
  const rows = [
    { severity: '3', count: 1 },
    { severity: '1', count: 2 },
    { severity: null, count: 4 },
  ]
  const toned = { severity: { 1: { value: '低', tone: 'success' }, 3: { value: '高', tone: 'danger' } } }
  const { series: _series, ...share } = { ...tile, chart: 'share' as const, group: column('severity', '等級') }
  const { content } = chartContent(share, { link: '/', labels: toned, rows } as Parameters<typeof chartContent>[1])
  expect([content.labels.slice(0, 2), content.tones]).toEqual([
    ['高', '低'],
    ['danger', 'success', undefined],
  ])
})
