import type { ResolvedField } from '../../../language/resolved.ts'
import { isFigure, isNumber } from './rowValues.ts'

interface RowsHeadProps {
  readonly columns: readonly ResolvedField[]
  /** True when the rows end with their buttons. */
  readonly hasTools: boolean
}

/** The titles of the rows editor. */
export function RowsHead({ columns, hasTools }: RowsHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">#</th>
        {columns.map((column) => (
          <th key={column.field} scope="col" className={headClass(column)}>
            {column.title}
            {column.required && (
              <span className="text-danger ms-1" aria-hidden="true">
                *
              </span>
            )}
          </th>
        ))}
        {hasTools && <td />}
      </tr>
    </thead>
  )
}

/** A column that is only read is as narrow as its contents; its title stays in one line all the same. */
function headClass(column: ResolvedField): string | undefined {
  if (column.property['x-computed'] === true) return isFigure(column) ? 'text-end text-nowrap' : 'text-nowrap'
  return isNumber(column) ? 'rows-editor-sum' : undefined
}
