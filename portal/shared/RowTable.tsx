import type { ReactNode } from 'react'

export interface RowColumn<T> {
  readonly title: string
  readonly draw: (row: T) => ReactNode
  readonly isNumber?: boolean
  /** True for numbers, dates and names that must not be broken into two lines. */
  readonly isWhole?: boolean
}

interface RowTableProps<T> {
  readonly caption: string
  readonly columns: readonly RowColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  /** Class for a special layout on phones. */
  readonly className?: string
}

/** A table that becomes a list of small cards on a phone, with each value beside its title. */
export function RowTable<T>({ caption, columns, rows, keyOf, className = '' }: RowTableProps<T>) {
  if (rows.length === 0) return <p className="no-rows">查無資料</p>
  return (
    <table className={`row-table ${className}`.trim()}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, draw, isNumber, isWhole }) => (
              <td key={title} data-title={title} className={isNumber ? 'number' : isWhole ? 'whole' : undefined}>
                {draw(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
