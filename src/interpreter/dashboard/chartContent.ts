import type { TileData } from '../../answers/dashboards.ts'
import { formatPercent } from '../../client/format.ts'
import { otherGroups, type ShownTile } from '../../language/dashboard/resolved.ts'
import { groupText } from '../../language/reports/groupText.ts'
import type { ResolvedColumn } from '../../language/resolved.ts'
import { fieldOf } from '../shared/calls/listPage.ts'
import type { ChartContent, ChartSeries } from '../shared/chart/chartContent.ts'
import { numberText } from '../shared/chart/numberText.ts'
import { noLabels, ownTone } from '../shared/labels/columnLabels.ts'
import { tileLabels } from './tileLabels.ts'
import { shortTimeText, timeText } from './timeText.ts'

type ChartTile = Extract<ShownTile, { kind: 'chart' }>
type Row = NonNullable<TileData['rows']>[number]

interface DrawnChart {
  readonly content: ChartContent
  readonly table: { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] }
}

/** What a chart draws, and the table with the same numbers. */
export function chartContent(tile: ChartTile, data: TileData): DrawnChart {
  const { chart, group } = tile
  const rows = data.rows ?? []
  const places = [...new Set(rows.map((row) => fieldOf(row, group.field) ?? null))]
  const labels = tileLabels(data)
  const isTime = data.by !== undefined
  const name = (place: unknown) => nameOf(place, { ...group, format: isTime ? 'text' : group.format }, labels.get(group.field))
  const series = seriesOf(tile, data, rows, places)
  const isPie = chart === 'share'
  const isLying = !isTime && (chart === 'stacked' || (chart === 'bar' && series.length === 1))
  const other =
    isPie || (isLying && series.length === 1) ? places.indexOf(otherGroups) : series.findIndex(({ title }) => title === otherTitle)
  const content: ChartContent = {
    type: isPie ? 'pie' : chart === 'line' ? 'line' : 'bar',
    labels: places.map((place) => (data.by === undefined ? name(place) : shortTimeText(String(place), data.by))),
    series,
    ...(isPie && { tones: places.map((place) => ownTone(labels.get(group.field) ?? noLabels, group.tags, place)) }),
    isStacked: chart === 'stacked',
    isLying,
    ...(other >= 0 && { otherIndex: other }),
    format: numberText,
  }
  const full = places.map((place) => (data.by === undefined ? name(place) : timeText(String(place), data.by)))
  return { content, table: tableOf(group.title, full, series, isPie) }
}

const otherTitle = '其他'

function nameOf(place: unknown, column: ResolvedColumn, labels = noLabels): string {
  return place === otherGroups ? otherTitle : groupText(place, column, labels)
}

/** One series per measure, or one per value of the field that makes series. */
function seriesOf(
  { group, series, measures }: ChartTile,
  data: TileData,
  rows: readonly Row[],
  places: readonly unknown[],
): readonly ChartSeries[] {
  if (series === undefined) return measures.map((column) => ({ title: column.title, column, values: valuesAt(rows, column.field) }))
  const [measure] = measures
  if (measure === undefined) return []
  const labels = tileLabels(data).get(series.field)
  const parts = [...new Set(rows.map((row) => fieldOf(row, series.field) ?? null))]
  // As their dictionary has them, so that 低, 中 and 高 keep their order and their colours whatever the numbers are.
  const known = [...(labels?.keys() ?? [])]
  const place = (part: unknown) => (part === otherGroups || !known.includes(String(part)) ? known.length : known.indexOf(String(part)))
  const ordered = [...parts].sort(
    (left, right) => place(left) - place(right) || Number(left === otherGroups) - Number(right === otherGroups),
  )
  return ordered.map((part) => {
    const own = rows.filter((row) => (fieldOf(row, series.field) ?? null) === part)
    return { title: nameOf(part, series, labels), column: measure, values: valuesAt(own, measure.field) }
  })

  function valuesAt(own: readonly Row[], field: string): readonly number[] {
    const at = new Map<unknown, number>(own.map((row) => [fieldOf(row, group.field) ?? null, Number(fieldOf(row, field) ?? 0)]))
    return places.map((place) => at.get(place) ?? 0)
  }
}

function tableOf(title: string, names: readonly string[], series: readonly ChartSeries[], isShare: boolean): DrawnChart['table'] {
  const sum = isShare ? (series[0]?.values ?? []).reduce((all, value) => all + value, 0) : 0
  const share = (index: number) => (sum === 0 ? '' : formatPercent(((series[0]?.values[index] ?? 0) / sum) * 100))
  return {
    headings: [title, ...series.map((one) => one.title), ...(isShare ? ['占比'] : [])],
    rows: names.map((name, index) => [
      name,
      ...series.map(({ values, column }) => numberText(values[index] ?? 0, column)),
      ...(isShare ? [share(index)] : []),
    ]),
  }
}
