import type { ResolvedField } from '../../language/resolved.ts'
import { roundHalfUp } from '../../rules/numbers.ts'
import { PlainValue } from '../shared/values/PlainValue.tsx'
import type { Row } from './rowValues.ts'

interface RowsTotalsProps {
  readonly columns: readonly ResolvedField[]
  readonly rows: readonly Row[]
  /** Number of cells after the columns. */
  readonly toolCells: number
}

/** True for amounts. Rates, prices and sequence numbers cannot be added up. */
function isSummed({ format }: ResolvedField): boolean {
  return format === 'points' || format === 'money'
}

/** Totals of amounts below the rows, updated while typing. */
export function RowsTotals({ columns, rows, toolCells }: RowsTotalsProps) {
  if (rows.length === 0 || !columns.some(isSummed)) return null
  return (
    <tfoot>
      <tr>
        <th scope="row">合計</th>
        {columns.map((column, index) => (
          <td key={column.field} data-sum={isSummed(column) ? column.field : undefined} className="fw-semibold">
            {isSummed(column) ? (
              <PlainValue field={column} value={sumOf(rows, column.field)} strArg={undefined} />
            ) : (
              index === 0 && `${rows.length} 筆`
            )}
          </td>
        ))}
        {toolCells > 0 && <td colSpan={toolCells} />}
      </tr>
    </tfoot>
  )
}

function sumOf(rows: readonly Row[], field: string): number {
  const numbers = rows.map((row) => row[field]).filter((value) => typeof value === 'number')
  return roundHalfUp(
    numbers.reduce((sum, value) => sum + value, 0),
    4,
  )
}
