import type { TileData } from '../../answers/dashboards.ts'
import { formatDateTime } from '../../client/format.ts'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import type { ShownTile } from '../../language/dashboard/resolved.ts'
import { groupText } from '../../language/reports/groupText.ts'
import type { ResolvedColumn } from '../../language/resolved.ts'
import { fieldOf } from '../shared/calls/listPage.ts'
import { numberText } from '../shared/chart/numberText.ts'
import { type ColumnLabels, noLabels } from '../shared/labels/columnLabels.ts'
import { withRecordLink } from '../shared/records/recordLink.tsx'
import { renderCell } from '../shared/values/cellRenderers.tsx'
import { tileLabels } from './tileLabels.ts'

interface ListTileProps {
  readonly tile: Extract<ShownTile, { kind: 'list' }>
  readonly data: TileData
}

/** The first records, or the groups with the largest number. */
export function ListTile({ tile, data }: ListTileProps) {
  const rows = data.rows ?? []
  const labels = tileLabels(data)
  if (rows.length === 0) return <EmptyState text="沒有資料" icon="list_alt" />
  if (tile.ranked) return <Ranking tile={tile} rows={rows} labels={labels} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="tile-scroll" tabIndex={0} aria-label={`${tile.title}的清單`}>
      <table className="table table-sm tile-table">
        <caption className="visually-hidden">{tile.title}</caption>
        <thead>
          <tr>
            {tile.columns.map((column) => (
              <th key={column.field} scope="col" className={`text-${column.align}`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(fieldOf(row, 'id'))}>
              {tile.columns.map((column) => (
                <td key={column.field} className={`text-${column.align}`}>
                  {withRecordLink(cellOf(row, column, labels), column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Row = NonNullable<TileData['rows']>[number]
type Labels = ReadonlyMap<string, ColumnLabels>

function cellOf(row: Row, column: ResolvedColumn, labels: Labels) {
  const value = fieldOf(row, column.field)
  if (column.format === 'dateTime' && typeof value === 'string') return <Moment text={formatDateTime(value)} />
  return renderCell(value, { column, labels: labels.get(column.field) ?? noLabels })
}

/** A day with its time: on a phone one below the other, never broken within the day. */
function Moment({ text }: { readonly text: string }) {
  const [day, time] = text.split(' ')
  return (
    <>
      <span className="text-nowrap">{day}</span> <span className="text-nowrap">{time}</span>
    </>
  )
}

interface RankingProps {
  readonly tile: Extract<ShownTile, { kind: 'list' }>
  readonly rows: readonly Row[]
  readonly labels: Labels
}

/** Groups with a bar as long as their number. */
function Ranking({ tile, rows, labels }: RankingProps) {
  const [group, measure] = tile.columns
  if (group === undefined || measure === undefined) return null
  const amountOf = (row: Row) => Number(fieldOf(row, measure.field) ?? 0)
  const largest = Math.max(...rows.map(amountOf), 1)
  return (
    <table className="table table-sm tile-table tile-ranking">
      <caption className="visually-hidden">{tile.title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{group.title}</th>
          <th scope="col">{measure.title}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = groupText(fieldOf(row, group.field) ?? null, group, labels.get(group.field) ?? noLabels)
          return (
            <tr key={name}>
              <th scope="row">
                {name}
                <progress className="tile-bar" max={largest} value={Math.max(0, amountOf(row))} aria-hidden="true" />
              </th>
              <td className="text-end">{numberText(amountOf(row), measure)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
