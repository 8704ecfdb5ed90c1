import { useLoad } from '../../client/load/useLoad.ts'
import { defaultListQuery } from '../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { fetchListPage } from '../shared/calls/listCall.ts'

interface ListNoticesProps {
  readonly screen: ResolvedScreen
  /** Increased to count again. */
  readonly version: number
  /** Name of the open view. Its own notice would only repeat what the list shows. */
  readonly shown: string | null
  readonly onOpen: (view: string) => void
}

/**
 * Notices of views that have records (`notice`). They are counted by the ordinary list call, so that a user is only told about records that
 * the list would show. A failed count shows no notice: the list itself tells what is wrong.
 */
export function ListNotices({ screen, version, shown, onOpen }: ListNoticesProps) {
  const { list, api } = screen
  const told = list.views.filter(({ notice }) => notice !== undefined)
  // The hash of the rows stands for the views and the call; the version for what was written since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const { data } = useLoad(
    told.length === 0
      ? null
      : (http, signal) =>
          Promise.all(
            told.map(async ({ name }) => {
              const query = { ...defaultListQuery(list), view: name, pageSize: 1 }
              return (await fetchListPage(http, { call: api.list, query, list, signal })).totalCount
            }),
          ),
    [screen.rowsHash, version],
  )
  return told.map(({ name, notice = '' }, index) => {
    const count = data?.[index] ?? 0
    if (count === 0 || name === shown) return null
    return (
      <div key={name} className="alert alert-warning list-notice d-print-none" role="status">
        <span>{notice.replace('{count}', count.toLocaleString('en-US'))}</span>
        <button type="button" className="btn btn-sm btn-outline-secondary" onClick={() => onOpen(name)}>
          查看
        </button>
      </div>
    )
  })
}
