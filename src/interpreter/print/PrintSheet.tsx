import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { formatDateTime } from '../../client/format.ts'
import { useSignedInUser } from '../../client/session/useSession.ts'
import type { ResolvedColumn, ResolvedScreen } from '../../language/resolved.ts'
import { fieldOf } from '../shared/calls/listPage.ts'
import { noLabels } from '../shared/labels/columnLabels.ts'
import { useColumnLabels } from '../shared/labels/useColumnLabels.ts'
import { useTotalsScope } from '../shared/labels/useTotalsScope.ts'
import { renderCell } from '../shared/values/cellRenderers.tsx'
import { FilterChips } from '../shared/values/FilterChips.tsx'
import { printWhenSettled } from './printWhenSettled.ts'
import { type PrintedRows, printedRowsMax } from './readAllRows.ts'

interface PrintSheetProps {
  readonly screen: ResolvedScreen
  readonly columns: readonly ResolvedColumn[]
  readonly printed: PrintedRows
  /** The browser's print dialog was closed. */
  readonly onDone: () => void
}

/** A list for paper: added beside the page, and only visible in print. */
export function PrintSheet({ screen, columns, printed, onDone }: PrintSheetProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has been drawn
  useEffect(() => printWhenSettled(onDone), [])
  return createPortal(
    <article className="print-sheet">
      <SheetHead screen={screen} printed={printed} />
      <SheetTable screen={screen} columns={columns} printed={printed} />
    </article>,
    document.body,
  )
}

function SheetHead({ screen, printed: { page, query } }: Pick<PrintSheetProps, 'screen' | 'printed'>) {
  const user = useSignedInUser()
  const view = screen.list.views.find(({ name }) => name === query.view)
  return (
    <header>
      <h1 className="h4">{view === undefined ? screen.title : `${screen.title}：${view.title}`}</h1>
      <FilterChips declared={screen.list.filters} filters={query.filters} onChange={nothing} />
      <p>
        {query.search !== '' && `搜尋：${query.search}　`}共 {page.totalCount.toLocaleString('en-US')} 筆　列印時間：
        {formatDateTime(new Date().toISOString())}　列印人：{user.fullname}（{user.name}）
      </p>
      {page.totalCount > page.rows.length && (
        <p role="note">
          一次最多列印 {printedRowsMax.toLocaleString('en-US')} 筆，以下為前 {page.rows.length.toLocaleString('en-US')}{' '}
          筆；需要全部資料時，請縮小查詢條件分次列印，或使用匯出。
        </p>
      )}
    </header>
  )
}

const nothing = () => undefined

function SheetTable({ screen, columns, printed: { page } }: Pick<PrintSheetProps, 'screen' | 'columns' | 'printed'>) {
  const labels = useColumnLabels(columns)
  const cell = (column: ResolvedColumn, record: Readonly<Record<string, unknown>>) => (
    <td key={column.field} className={`text-${column.align} list-cell-${column.format}`}>
      {renderCell(fieldOf(record, column.field), { column, labels: labels.get(column.field) ?? noLabels })}
    </td>
  )
  const scope = useTotalsScope(screen.list)
  const summed = (column: ResolvedColumn) => screen.list.totals.includes(column.field)
  return (
    <>
      <table className="table table-sm list-table">
        <thead>
          <tr>
            <th scope="col" className="text-end">
              #
            </th>
            {columns.map((column) => (
              <th key={column.field} scope="col" className={`text-${column.align}`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row, index) => (
            <tr key={row.id}>
              <td className="text-end">{index + 1}</td>
              {columns.map((column) => cell(column, row))}
            </tr>
          ))}
        </tbody>
        {columns.some(summed) && (
          <tfoot>
            <tr>
              <th scope="row">總計</th>
              {columns.map((column) => (summed(column) ? cell(column, page.totals) : <td key={column.field} />))}
            </tr>
          </tfoot>
        )}
      </table>
      {columns.some(summed) && scope && <p>總計{scope}。</p>}
    </>
  )
}
