import type { ResolvedColumn, ResolvedScreen } from '../../language/resolved.ts'
import { ChildList } from './ChildList.tsx'
import { renderCell } from './cells/cellRenderers.tsx'
import { noLabels } from './columnLabels.ts'
import { fieldOf, type ListRow } from './listPage.ts'
import { useColumnLabels } from './useColumnLabels.ts'

/** What 展開 shows of a record: more of its fields, or a list of its children. */
export function RowDetails({ screen, row }: { readonly screen: ResolvedScreen; readonly row: ListRow }) {
  const { expand } = screen.list
  if (expand === undefined) return null
  if (expand.kind === 'fields') return <DetailFields fields={expand.fields} row={row} />
  return <ChildList screen={screen} child={expand.child} recordId={row.id} />
}

function DetailFields({ fields, row }: { readonly fields: readonly ResolvedColumn[]; readonly row: ListRow }) {
  const labels = useColumnLabels(fields)
  return (
    <dl className="list-detail-fields row mb-0">
      {fields.map((column) => (
        <div key={column.field} className="col-12 col-md-6 col-xl-4 d-flex gap-2">
          <dt className="text-body-secondary fw-normal">{column.title}</dt>
          <dd className={`mb-1 list-cell-${column.format}`}>
            {renderCell(fieldOf(row, column.field), { column, labels: labels.get(column.field) ?? noLabels })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
