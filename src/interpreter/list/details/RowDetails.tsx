import { late } from '../../../client/load/late.tsx'
import type { ResolvedColumn, ResolvedScreen } from '../../../language/resolved.ts'
import { ChildList } from '../../children/ChildList.tsx'
import { fieldOf, type ListRow } from '../../shared/calls/listPage.ts'
import { type ColumnLabels, noLabels } from '../../shared/labels/columnLabels.ts'
import { useColumnLabels } from '../../shared/labels/useColumnLabels.ts'
import { withRecordLink } from '../../shared/records/recordLink.tsx'
import { renderCell } from '../../shared/values/cellRenderers.tsx'
import { JsonText } from '../../shared/values/JsonText.tsx'

// Loaded on demand, as in views: few lists have such values.
const RowsTable = late(async () => (await import('../../shared/values/RowsTable.tsx')).RowsTable)

/** The content of 展開 for a record: more of its fields, or a child list. */
export function RowDetails({ screen, row }: { readonly screen: ResolvedScreen; readonly row: ListRow }) {
  const { expand } = screen.list
  if (expand === undefined) return null
  if (expand.kind === 'fields') return <DetailFields fields={expand.fields} row={row} />
  return <ChildList screen={screen} child={expand.child} recordId={row.id} />
}

/** Formats whose values are too long to be side by side. */
const wideFormats: ReadonlySet<ResolvedColumn['format']> = new Set(['json', 'multiline', 'html', 'tiers'])

function detailContent(row: ListRow, column: ResolvedColumn, labels: ReadonlyMap<string, ColumnLabels>) {
  const value = fieldOf(row, column.field)
  if (value === null || value === undefined || value === '') return <span className="text-body-tertiary">—</span>
  if (Array.isArray(value) && column.items !== undefined) return <RowsTable field={column} rows={value} />
  if (column.format === 'json') return <JsonText value={value} />
  return withRecordLink(renderCell(value, { column, labels: labels.get(column.field) ?? noLabels }), column, row)
}

/** Titles and values of a record's fields, side by side where they are short. */
export function DetailFields({ fields, row }: { readonly fields: readonly ResolvedColumn[]; readonly row: ListRow }) {
  const labels = useColumnLabels(fields)
  return (
    <dl className="list-detail-fields row mb-0">
      {fields.map((column) => (
        <div key={column.field} className={wideFormats.has(column.format) ? 'col-12' : 'col-12 col-md-6 col-xl-4 d-flex gap-2'}>
          <dt className="text-body-secondary fw-normal flex-shrink-0">{column.title}</dt>
          <dd className={`mb-1 list-cell-${column.format}`}>{detailContent(row, column, labels)}</dd>
        </div>
      ))}
    </dl>
  )
}
