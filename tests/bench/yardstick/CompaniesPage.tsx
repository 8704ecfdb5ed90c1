import { useCallback, useEffect, useState } from 'react'
import { late } from '../../../src/client/load/late.tsx'
import { CollapsibleCard } from '../../../src/client/parts/CollapsibleCard.tsx'
import { Spinner } from '../../../src/client/parts/Spinner.tsx'
import '../../../src/interpreter/list/list.css'
import { CompaniesTable } from './CompaniesTable.tsx'
import { CompanyFilters } from './CompanyFilters.tsx'
import { type CompanyPage, type CompanyQuery, listPath } from './company.ts'
import { Pager } from './Pager.tsx'
import { useWorld } from './world.ts'

/** Loaded when the form is first opened, or earlier when the page is idle. */
const CompanyForm = late(async () => (await import('./CompanyForm.tsx')).default, { Waiting: Spinner })

/** Asks for windowed rows; our page decides by the number of rows. */
const isWindowed = window.location.hash === '#windowed'

const filterFields = ['companyNo', 'companyName', 'taxNumber', 'companyType'] as const

function queryOf(params: URLSearchParams): CompanyQuery {
  const given = filterFields.flatMap((field) => (params.get(field) ? [[field, params.get(field) as string] as const] : []))
  return {
    pageIndex: Number(params.get('pageIndex') ?? 0),
    pageSize: Number(params.get('pageSize') ?? 25),
    sort: params.get('sort') ?? 'companyNo.asc',
    filters: Object.fromEntries(given),
  }
}

/** 特約商基本資料設定 written by hand: state in the address, and the same calls, columns, filters and buttons as the document. */
export default function CompaniesPage() {
  const { useHttp, useAddress, useMay } = useWorld()
  const http = useHttp()
  const [params, setParams] = useAddress()
  const [page, setPage] = useState<CompanyPage | null>(null)
  const [isFormOpen, setFormOpen] = useState(false)
  const mayCreate = useMay('company.companies.create')
  const address = params.toString()

  useEffect(() => {
    const controller = new AbortController()
    const { pageIndex, pageSize, sort, filters } = queryOf(new URLSearchParams(address))
    http
      .get<CompanyPage>(`${listPath}/${pageIndex}/${pageSize}`, { params: { ...filters, sort }, signal: controller.signal })
      .then(setPage, (problem) => {
        if (!controller.signal.aborted) throw problem
      })
    return () => controller.abort()
  }, [http, address])
  const isDrawn = page !== null
  useEffect(() => {
    if (!isDrawn) return
    const handle = requestIdleCallback(() => void CompanyForm.fetch())
    return () => cancelIdleCallback(handle)
  }, [isDrawn])

  const change = useCallback(
    (part: Partial<CompanyQuery>) =>
      setParams((before) => {
        const { filters, ...rest } = { ...queryOf(before), ...part }
        return { ...filters, ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])) }
      }),
    [setParams],
  )
  const query = queryOf(params)
  return (
    <div className="screen">
      <h1 className="screen-title h4">特約商基本資料設定</h1>
      <CollapsibleCard title="查詢條件">
        <CompanyFilters filters={query.filters} onSearch={(filters) => change({ filters, pageIndex: 0 })} />
      </CollapsibleCard>
      <section className="card list-card">
        <div className="card-body">
          <div className="list-toolbar d-flex gap-2 mb-2">
            {mayCreate && (
              <button type="button" className="btn btn-sm btn-primary" onClick={() => setFormOpen(true)}>
                新增
              </button>
            )}
          </div>
          {page === null ? (
            <Spinner />
          ) : (
            <CompaniesTable page={page} query={query} onSort={(sort) => change({ sort, pageIndex: 0 })} isWindowed={isWindowed} />
          )}
          {page && <Pager query={query} totalCount={page.totalCount} onChange={change} />}
        </div>
      </section>
      {isFormOpen && <CompanyForm onClose={() => setFormOpen(false)} />}
    </div>
  )
}
