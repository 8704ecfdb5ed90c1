import { isFormula, isPath } from '../../../language/documents/formula.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { roundHalfUp } from '../../../rules/numbers.ts'
import { PlainValue } from '../../shared/values/PlainValue.tsx'
import { isFigure, isNumber, type Row } from './rowValues.ts'

interface RowsTotalsProps {
  readonly columns: readonly ResolvedField[]
  readonly rows: readonly Row[]
  /** Number of cells after the columns. */
  readonly toolCells: number
}

/**
 * The amounts among the columns. Rates, prices and sequence numbers cannot be added up, nor can what is multiplied (a price by its quantity),
 * and what is shown of another record is an amount of that one.
 */
function summedColumns(columns: readonly ResolvedField[]): ReadonlySet<string> {
  const factors = new Set(columns.flatMap(({ property }) => factorsOf(property['x-formula'])))
  const amounts = columns.filter(({ format, borrowedBy }) => (format === 'points' || format === 'money') && borrowedBy === undefined)
  return new Set(amounts.flatMap(({ field }) => (factors.has(field) ? [] : [field])))
}

/** Fields of the row that a formula multiplies. */
function factorsOf(formula: unknown): readonly string[] {
  if (!isFormula(formula)) return []
  return Object.entries(formula).flatMap(([operator, operands]) =>
    [operands].flat().flatMap((one) => (operator === '$mul' && isPath(one) ? [one.slice(one.indexOf('.') + 1)] : factorsOf(one))),
  )
}

/** Totals of amounts below the rows, updated while typing. */
export function RowsTotals({ columns, rows, toolCells }: RowsTotalsProps) {
  const summed = summedColumns(columns)
  if (rows.length === 0 || summed.size === 0) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" className="text-nowrap">
          合計
        </th>
        {columns.map((column, index) => (
          <td
            key={column.field}
            data-sum={summed.has(column.field) ? column.field : undefined}
            className={`fw-semibold ${isFigure(column) ? 'text-end' : isNumber(column) ? 'rows-editor-sum' : ''}`}
          >
            {summed.has(column.field) ? (
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
