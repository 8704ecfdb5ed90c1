import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AnnouncementPage } from '../../../answers/noticeboard.ts'
import { useDictionary } from '../../../client/dictionaries.ts'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { useLoad } from '../../../client/load/useLoad.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { AnnouncementItem } from './AnnouncementItem.tsx'
import { BoardFilters } from './BoardFilters.tsx'
import { type BoardPlace, filtersOf, isBackwards, readPlace, writePlace } from './boardPlace.ts'
import { listAnnouncements } from './noticeboardCalls.ts'
import { Pager } from './Pager.tsx'

const pageSize = 25
type ShownPage = Pick<AnnouncementPage, 'totalCount' | 'rows'>
const emptyPage: ShownPage = { totalCount: 0, rows: [] }

/** The announcements, pinned ones first as the server sorts them; page and filters live in the address. */
export function AnnouncementList() {
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const place = useMemo(() => readPlace(new URLSearchParams(query)), [query])
  const { options } = useDictionary({ name: 'AnnouncementCategory' })
  const {
    state,
    data: page,
    failure,
    reload,
  } = useLoad(
    async (http, signal): Promise<ShownPage> =>
      isBackwards(place) ? emptyPage : listAnnouncements(http, { pageIndex: place.pageIndex, pageSize, filters: filtersOf(place) }, signal),
    [place],
  )
  // The dashboard above keeps its period in the same address.
  const show = (next: BoardPlace) => setParams((before) => writePlace(next, before))

  return (
    <section aria-labelledby="announcements-title" className="card">
      <div className="card-header d-flex flex-wrap align-items-center gap-3">
        <h2 id="announcements-title" className="h6 mb-0 flex-grow-1">
          公告
        </h2>
        <BoardFilters place={place} categories={options} onChange={show} />
      </div>
      {state === 'error' && <LoadProblem failure={failure} onRetry={reload} />}
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
          pageIndex={place.pageIndex}
          pageCount={Math.ceil(page.totalCount / pageSize)}
          onChange={(pageIndex) => show({ ...place, pageIndex })}
        />
      )}
    </section>
  )
}
