import type { ListQuery } from '../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { PaginationBar } from '../shared/parts/PaginationBar.tsx'

interface ListPagesProps {
  readonly screen: ResolvedScreen
  readonly query: ListQuery
  readonly totalCount: number
  readonly onPage: (page: { readonly pageIndex: number; readonly pageSize: number }) => void
}

/** The pages of the list, below its rows however they are shown. */
export function ListPages({ screen, query, totalCount, onPage }: ListPagesProps) {
  return (
    <PaginationBar
      pageIndex={query.pageIndex}
      pageSize={query.pageSize}
      usualSize={screen.list.pageSize}
      totalCount={totalCount}
      label={`${screen.title}分頁`}
      onChange={onPage}
    />
  )
}
