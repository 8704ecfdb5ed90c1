import { Suspense } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { PartBoundary } from '../shared/parts/PartBoundary.tsx'
import { LazyHeadCard, LazyHeadTabs } from './lazyDetails.ts'
import type { ListActions } from './useListActions.ts'

interface ListHeadProps {
  readonly screen: ResolvedScreen
  /** The record that all rows belong to. */
  readonly record: ListRow
  /** Of the tabs, the one that stands in the place of the list. */
  readonly tab: string | undefined
  readonly onRun: ListActions['run']
}

/** The one record whose rows are listed, and what else there is of it. */
export function ListHead({ screen, record, tab, onRun }: ListHeadProps) {
  const { head, tabs } = screen.list
  if (head === undefined) return null
  return (
    <PartBoundary pointer="/list/head" version={screen.hash}>
      <Suspense fallback={<Spinner />}>
        <LazyHeadCard screen={screen} child={head} record={record} onRun={onRun} />
        {tabs && <LazyHeadTabs screen={screen} tabs={tabs} head={record} shown={tab} />}
      </Suspense>
    </PartBoundary>
  )
}
