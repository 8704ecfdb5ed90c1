import { memo } from 'react'
import type { ResolvedList } from '../../../language/resolved.ts'
import { fieldOf } from '../../shared/calls/listPage.ts'
import { useTotalsScope } from '../../shared/labels/useTotalsScope.ts'
import { renderCell } from '../../shared/values/cellRenderers.tsx'
import type { DrawnColumn } from '../columns/drawnColumns.ts'

interface TotalsLineProps {
  readonly columns: readonly DrawnColumn[]
  readonly totals: Readonly<Record<string, unknown>>
  readonly list: ResolvedList
}

/** The totals once more above the table, because those below may be scrolled out of sight with their columns. */
export const TotalsLine = memo(function TotalsLine({ columns, totals, list }: TotalsLineProps) {
  const scope = useTotalsScope(list)
  const summed = columns.filter(({ column }) => list.totals.includes(column.field) && fieldOf(totals, column.field) !== undefined)
  if (summed.length === 0) return null
  return (
    <div className="list-totals small">
      <span className="text-body-secondary">總計{scope && `（${scope}）`}</span>
      <dl className="list-totals">
        {summed.map((drawn) => (
          <div key={drawn.column.field}>
            <dt>{drawn.column.title}</dt>
            <dd>{renderCell(fieldOf(totals, drawn.column.field), drawn)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
})
