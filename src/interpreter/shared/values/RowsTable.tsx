import Table from 'react-bootstrap/Table'
import type { ResolvedField } from '../../../language/resolved.ts'
import './rowsTable.css'
import { conditionPointTitle, discountRateTitle } from '../../../rules/tiers.ts'
import { dictionaryArgument } from '../labels/dictionaryArgument.ts'
import { PlainValue } from './PlainValue.tsx'
import { RowsPager } from './RowsPager.tsx'
import { useRowsPage } from './useRowsPage.ts'

/** A field of a form, or a column of 展開. */
type RowsField = Pick<ResolvedField, 'title' | 'format' | 'items'> & Partial<Pick<ResolvedField, 'widget'>>

/** A list of rows (rows editor, tiers) as a plain table. */
export function RowsTable({ field, rows }: { readonly field: RowsField; readonly rows: readonly unknown[] }) {
  const isTiers = field.widget === 'tiers' || field.format === 'tiers'
  const columns = field.items && !isTiers ? Object.values(field.items) : tierColumns()
  const shown = rows.filter(isRow)
  const page = useRowsPage(shown.length)
  return (
    <>
      <RowsPager page={page} />
      <div className="table-responsive">
        <Table size="sm" bordered className="rows-table mb-0" aria-label={field.title}>
          <thead>
            <tr>
              <th scope="col" className="text-end">
                #
              </th>
              {columns.map((column) => (
                <th key={column.field} scope="col" className={alignOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(page.first, page.last).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: stored rows have no identity but their place, and the table never changes
              <tr key={index}>
                <td className="text-end text-body-secondary">{page.first + index + 1}</td>
                {columns.map((column) => (
                  <td key={column.field} className={alignOf(column)}>
                    <PlainValue field={column} value={row[column.field]} strArg={dictionaryArgument(column, row)} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  )
}

const figures: ReadonlySet<ResolvedField['format']> = new Set(['points', 'integer', 'money', 'price', 'percent'])

const short: ReadonlySet<ResolvedField['format']> = new Set(['date', 'dateTime', 'month', 'badge', 'boolean'])

/** Numbers are right-aligned, as in lists, and stay in one line like dates. */
function alignOf({ format }: ResolvedField): string | undefined {
  if (figures.has(format)) return 'text-end text-nowrap'
  return short.has(format) ? 'text-nowrap' : undefined
}

function isRow(row: unknown): row is Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}

/** Columns of tiers; they are always the same, so entity documents need not declare them. */
function tierColumns(): readonly ResolvedField[] {
  const column = (name: string, title: string, format: ResolvedField['format']): ResolvedField => ({
    field: name,
    title,
    widget: 'number',
    format,
    property: { type: 'number' },
    ui: {},
    readonly: true,
    required: false,
    onHidden: 'keep',
  })
  return [column('conditionPoint', conditionPointTitle, 'points'), column('discountRate', discountRateTitle, 'percent')]
}
