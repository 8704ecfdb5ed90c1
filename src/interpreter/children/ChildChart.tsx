import { useMemo } from 'react'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import { useLoad } from '../../client/load/useLoad.ts'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { groupText } from '../../language/reports/groupText.ts'
import type { ResolvedChild } from '../../language/resolved.ts'
import { fieldOf, type ListRow, parseListPage } from '../shared/calls/listPage.ts'
import { ChartCanvas } from '../shared/chart/ChartCanvas.tsx'
import type { ChartContent } from '../shared/chart/chartContent.ts'
import { numberText } from '../shared/chart/numberText.ts'
import { type ColumnLabels, noLabels, ownTone } from '../shared/labels/columnLabels.ts'
import { useColumnLabels } from '../shared/labels/useColumnLabels.ts'
import './childChart.css'

type Chart = NonNullable<ResolvedChild['chart']>

interface ChildChartProps {
  readonly chart: Chart
  /** Address of a page of the rows. */
  readonly pathOf: (pageIndex: number, pageSize: number) => string
  /** The part of the rows that people chose; null = all. */
  readonly view: string | null
  /** The loaded record; when it changes, the rows are read again. */
  readonly record?: unknown
}

/** The most that a child list gives at once, and how many of them are drawn. */
const pageSize = 100
const drawnPages = 5

/** The chart above a child list. Screen readers read the list, which has the same numbers. */
export function ChildChart({ chart, pathOf, view, record }: ChildChartProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record, as it was read last, asks again
  const loaded = useLoad(
    async (http, signal) => {
      const params = view === null ? {} : { params: new URLSearchParams({ view }) }
      const rows: ListRow[] = []
      for (let pageIndex = 0; pageIndex < drawnPages; pageIndex += 1) {
        const page = parseListPage(await http.get<unknown>(pathOf(pageIndex, pageSize), { signal, ...params }))
        rows.push(...page.rows)
        if (rows.length >= page.totalCount) break
      }
      return rows
    },
    [pathOf, view, record],
  )
  const columns = useMemo(() => [chart.by], [chart])
  const labels = useColumnLabels(columns)
  const content = useMemo(() => contentOf(chart, loaded.data ?? [], labels.get(chart.by.field) ?? noLabels), [chart, labels, loaded.data])
  if (loaded.state === 'error') return <LoadProblem failure={loaded.failure} onRetry={loaded.reload} />
  if (loaded.data === null) return <Spinner />
  // A single bar tells nothing that the row does not.
  if (content.labels.length < 2) return null
  return (
    <figure className="child-chart">
      <figcaption className="h6">{chart.title}</figcaption>
      <div className="child-canvas">
        <ChartCanvas content={content} title={chart.title} />
      </div>
    </figure>
  )
}

/** Rows in the order of the list; days and months from left to right. */
function contentOf({ type, by, values }: Chart, rows: readonly ListRow[], labels: ColumnLabels): ChartContent {
  const at = (row: ListRow) => fieldOf(row, by.field) ?? null
  const isTime = by.format === 'date' || by.format === 'month'
  const ordered = isTime ? [...rows].sort((one, other) => (String(at(one)) < String(at(other)) ? -1 : 1)) : rows
  return {
    type,
    labels: ordered.map((row) => groupText(at(row), by, labels)),
    ...(type === 'pie' && { tones: ordered.map((row) => ownTone(labels, by.tags, at(row))) }),
    series: values.map((column) => ({
      title: column.title,
      column,
      values: ordered.map((row) => Number(fieldOf(row, column.field) ?? 0)),
    })),
    format: numberText,
  }
}
