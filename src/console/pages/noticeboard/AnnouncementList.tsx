import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDictionary } from '../../../client/dictionaries.ts'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { ReadProblem } from '../../reading/ReadProblem.tsx'
import { useRead } from '../../reading/useRead.ts'
import { AnnouncementItem } from './AnnouncementItem.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { listAnnouncements } from './noticeboardCalls.ts'
import { Pager } from './Pager.tsx'

const pageSize = 25

/** The announcements, pinned ones first as the server sorts them; page and category live in the address. */
export function AnnouncementList() {
  const [params, setParams] = useSearchParams()
  const category = params.get('category') ?? ''
  const pageIndex = Math.max(0, Number.parseInt(params.get('pageIndex') ?? '0', 10) || 0)
  const { options } = useDictionary({ name: 'AnnouncementCategory' })
  const read = useCallback(
    (http: HttpClient, signal: AbortSignal) => listAnnouncements(http, { pageIndex, pageSize, category }, signal),
    [pageIndex, category],
  )
  const { state, value: page, text, retry } = useRead(read)

  const show = (place: { category: string; pageIndex: number }) =>
    setParams({ ...(place.category && { category: place.category }), ...(place.pageIndex > 0 && { pageIndex: String(place.pageIndex) }) })

  return (
    <section aria-labelledby="announcements-title" className="card">
      <div className="card-header d-flex flex-wrap align-items-center gap-3">
        <h2 id="announcements-title" className="h6 mb-0 flex-grow-1">
          公告
        </h2>
        <CategoryFilter options={options} value={category} onChange={(chosen) => show({ category: chosen, pageIndex: 0 })} />
      </div>
      {state === 'error' && <ReadProblem text={text} onRetry={retry} />}
      {state === 'loading' && !page && <Spinner />}
      {page?.rows.length === 0 && <EmptyState />}
      {page && page.rows.length > 0 && (
        <ul className="list-group list-group-flush">
          {page.rows.map((row) => (
            <AnnouncementItem key={row.id} row={row} category={options.find(({ key }) => key === row.category)?.value ?? row.category} />
          ))}
        </ul>
      )}
      {page && page.totalCount > pageSize && (
        <Pager
          pageIndex={pageIndex}
          pageCount={Math.ceil(page.totalCount / pageSize)}
          onChange={(chosen) => show({ category, pageIndex: chosen })}
        />
      )}
    </section>
  )
}
