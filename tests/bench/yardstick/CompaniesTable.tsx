import { createColumnHelper, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { memo, useMemo, useRef } from 'react'
import { formatDate, formatDateTime, formatPercent, formatPoints, formatPrice } from '../../../src/client/format.ts'
import type { Company, CompanyPage, CompanyQuery } from './company.ts'
import { WindowedRows } from './WindowedRows.tsx'
import { useLabels, useWorld } from './world.ts'

type Labels = ReadonlyMap<string, { readonly value: string; readonly tone?: string }>
type Draw = (company: Company, labels: Readonly<Record<string, Labels>>) => React.ReactNode

interface Column {
  readonly field: string
  readonly title: string
  readonly className: string
  readonly draw: Draw
}

const plain =
  (field: string): Draw =>
  (company) =>
    company[field]
const label =
  (field: string): Draw =>
  (company, labels) =>
    labels[field]?.get(String(company[field]))?.value ?? company[field]
const yes =
  (field: string): Draw =>
  (company) =>
    company[field] ? '是' : '否'
const number =
  (field: string, format: (value: number) => string): Draw =>
  (company) => {
    const value = company[field]
    return typeof value === 'number' ? format(value) : null
  }
const date =
  (field: string): Draw =>
  (company) =>
    company[field] ? formatDate(String(company[field])) : null

const columns: readonly Column[] = [
  {
    field: 'companyNo',
    title: '特約商代號',
    className: 'list-cell-text list-sticky-start list-sticky-edge',
    draw: ({ companyNo }) => <a href={`?record=${companyNo}`}>{companyNo}</a>,
  },
  { field: 'companyName', title: '公司名稱', className: 'list-cell-text', draw: plain('companyName') },
  { field: 'taxNumber', title: '統一編號', className: 'list-cell-text', draw: plain('taxNumber') },
  { field: 'companyType', title: '特約商類型', className: 'list-cell-text', draw: label('companyType') },
  { field: 'settlementMode', title: '結算方式', className: 'list-cell-text', draw: label('settlementMode') },
  {
    field: 'contractStatus',
    title: '合約狀態',
    className: 'text-center list-cell-badge',
    draw: (company, { contractStatus }) => {
      const found = contractStatus?.get(String(company.contractStatus))
      return <span className={`badge text-bg-${found?.tone ?? 'secondary'}`}>{found?.value ?? company.contractStatus}</span>
    },
  },
  { field: 'hasPendingChange', title: '待審變更', className: 'text-center list-cell-boolean', draw: yes('hasPendingChange') },
  { field: 'companyGroupNo', title: '所屬集團', className: 'list-cell-text', draw: label('companyGroupNo') },
  { field: 'contactName', title: '業務聯絡人', className: 'list-cell-text', draw: plain('contactName') },
  { field: 'contactPhone', title: '業務聯絡電話', className: 'list-cell-text', draw: plain('contactPhone') },
  { field: 'contractStartDate', title: '合約起日', className: 'text-center list-cell-date', draw: date('contractStartDate') },
  { field: 'contractEndDate', title: '合約迄日', className: 'text-center list-cell-date', draw: date('contractEndDate') },
  { field: 'allowIssue', title: '可贈點', className: 'text-center list-cell-boolean', draw: yes('allowIssue') },
  { field: 'allowRedeem', title: '可兌點', className: 'text-center list-cell-boolean', draw: yes('allowRedeem') },
  { field: 'apUnitPrice', title: '贈點單價（未稅）', className: 'text-end list-cell-price', draw: number('apUnitPrice', formatPrice) },
  { field: 'dpUnitPrice', title: '兌點單價（含稅）', className: 'text-end list-cell-price', draw: number('dpUnitPrice', formatPrice) },
  { field: 'dpProcFeeRate', title: '兌點處理費率 %', className: 'text-end list-cell-price', draw: number('dpProcFeeRate', formatPercent) },
  { field: 'prepaidBalance', title: '預購點數餘額', className: 'text-end list-cell-price', draw: number('prepaidBalance', formatPoints) },
  { field: 'updatedBy', title: '異動人員', className: 'list-cell-text', draw: plain('updatedBy') },
  {
    field: 'updatedAt',
    title: '異動時間',
    className: 'text-center list-cell-dateTime',
    draw: (company) => (company.updatedAt ? formatDateTime(String(company.updatedAt)) : null),
  },
]

const features = tableFeatures({ rowSortingFeature })
const helper = createColumnHelper<typeof features, Company>()
const definitions = helper.columns(columns.map(({ field, title }) => helper.accessor((row) => row[field], { id: field, header: title })))

interface CompaniesTableProps {
  readonly page: CompanyPage
  readonly query: CompanyQuery
  readonly onSort: (sort: string) => void
  /** Draws only what is visible of a long page. */
  readonly isWindowed: boolean
}

/** The columns of the document by hand. */
export function CompaniesTable({ page, query, onSort, isWindowed }: CompaniesTableProps) {
  const labels = useCompanyLabels()
  const [field, direction] = query.sort.split('.')
  const sorting = useMemo(() => [{ id: field ?? '', desc: direction === 'desc' }], [field, direction])
  const mayEdit = useWorld().useMay('company.companies.edit')
  const table = useTable({
    features,
    columns: definitions,
    data: page.rows,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    state: { sorting },
  })
  const scroller = useRef<HTMLElement>(null)
  const { rows } = table.getRowModel()
  const draw = (index: number) => {
    const row = rows[index]
    if (row === undefined) return null
    const number = query.pageIndex * query.pageSize + index + 1
    return <CompanyRow key={row.id} company={row.original} number={number} labels={labels} mayEdit={mayEdit} />
  }
  return (
    <section className="list-scroll" ref={scroller}>
      <table className="table table-hover list-table">
        <thead>
          <tr>
            <th scope="col" className="list-lead text-end">
              #
            </th>
            {columns.map((column) => {
              const sorted = table.getColumn(column.field)?.getIsSorted()
              return (
                <th key={column.field} scope="col" className={column.className}>
                  <button
                    type="button"
                    className="list-sort"
                    onClick={() => onSort(`${column.field}.${sorted === 'asc' ? 'desc' : 'asc'}`)}
                  >
                    {column.title}
                    <span className="list-sort-arrow">{sorted === 'asc' ? '▲' : sorted === 'desc' ? '▼' : '↕'}</span>
                  </button>
                </th>
              )
            })}
            <th scope="col" className="list-actions list-sticky-end">
              操作
            </th>
          </tr>
        </thead>
        {isWindowed && rows.length > 100 ? (
          <WindowedRows count={rows.length} draw={draw} scroller={scroller} columnCount={columns.length + 2} />
        ) : (
          <tbody>{rows.map((_, index) => draw(index))}</tbody>
        )}
        <tfoot>
          <tr>
            <th colSpan={columns.length + 2}>總計 {formatPoints(page.totals.prepaidBalance ?? 0)}</th>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface CompanyRowProps {
  readonly company: Company
  readonly number: number
  readonly labels: Readonly<Record<string, Labels>>
  readonly mayEdit: boolean
}

const CompanyRow = memo(function CompanyRow({ company, number: position, labels, mayEdit }: CompanyRowProps) {
  const mayChange = mayEdit && company.contractStatus !== '2' && company.contractStatus !== '6'
  return (
    <tr data-row-id={company.id}>
      <td className="list-lead text-end text-body-secondary">{position}</td>
      {columns.map(({ field, className, draw }) => (
        <td key={field} className={className}>
          {draw(company, labels)}
        </td>
      ))}
      <td className="list-actions list-sticky-end">
        <div className="list-action-buttons">
          <button type="button" className="btn btn-sm btn-outline-secondary">
            檢視
          </button>
          {mayChange && (
            <button type="button" className="btn btn-sm btn-outline-primary">
              修改
            </button>
          )}
          <button type="button" className="btn btn-sm btn-outline-secondary dropdown-toggle list-action-more">
            更多
          </button>
        </div>
      </td>
    </tr>
  )
})

function useCompanyLabels(): Readonly<Record<string, Labels>> {
  const companyType = useLabels('CompanyType')
  const settlementMode = useLabels('SettlementMode')
  const contractStatus = useLabels('ContractStatus')
  const companyGroupNo = useLabels('CompanyGroup')
  return useMemo(
    () => ({ companyType, settlementMode, contractStatus, companyGroupNo }),
    [companyType, settlementMode, contractStatus, companyGroupNo],
  )
}
