import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import type { ActionTarget } from '../../actions/actionTarget.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { PartBoundary } from '../../shared/parts/PartBoundary.tsx'
import { LazyHeadCard, LazyHeadTabs } from './lazyDetails.ts'

interface ListHeadProps {
  readonly screen: ResolvedScreen
  /** The record to which all rows belong. */
  readonly record: ListRow
  /** Title of the tab that is shown instead of the list. */
  readonly tab: string | undefined
  readonly onRun: (action: ResolvedAction, target: ActionTarget) => void
}

/** The record whose rows are listed, and the tabs of its other child lists. */
export function ListHead({ screen, record, tab, onRun }: ListHeadProps) {
  const { head, tabs } = screen.list
  if (head === undefined) return null
  return (
    <PartBoundary pointer="/list/head" version={screen.hash}>
      <LazyHeadCard screen={screen} child={head} record={record} onRun={onRun} />
      {tabs && <LazyHeadTabs screen={screen} tabs={tabs} head={record} shown={tab} />}
    </PartBoundary>
  )
}
