import { late } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { Alternative, ListFilter } from '../../language/query/listQueryFilters.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { BulkBar } from '../actions/buttons/BulkBar.tsx'
import { PartBoundary } from '../shared/parts/PartBoundary.tsx'
import { FilterChips } from '../shared/values/FilterChips.tsx'
import { ListBody } from './ListBody.tsx'
import { ListTools } from './ListTools.tsx'
import type { ListActions } from './useListActions.ts'
import type { ShownList } from './useShownList.ts'
import { LostConditions } from './views/LostConditions.tsx'
import { ViewTabs } from './views/ViewTabs.tsx'

const ListLayout = late(async () => (await import('./layouts/ListLayout.tsx')).ListLayout, { Waiting: Spinner })
const AlternativesChip = late(async () => (await import('./filters/alternatives/AlternativesChip.tsx')).AlternativesChip)

interface ListCardProps {
  readonly screen: ResolvedScreen
  readonly shown: ShownList
  /** Increased to reload the rows. */
  readonly version: number
  readonly actions: ListActions
  readonly filters: readonly ListFilter[]
  /** Another tab of the head is shown instead. */
  readonly isHidden: boolean
  readonly onFilter: (filters: readonly ListFilter[]) => void
  readonly onAlternatives: (alternatives: readonly Alternative[]) => void
  readonly onRetry: () => void
}

/** The list: buttons, views and filters, and the rows below. */
export function ListCard({ screen, shown, version, actions, filters, isHidden, onFilter, onAlternatives, onRetry }: ListCardProps) {
  const { list, location, arrangement, views, load, waiting, turnPage } = shown
  const { permitted, selection, run } = actions
  const { layout } = location
  return (
    <section className="card list-card" aria-label={screen.title} hidden={isHidden}>
      <div className="card-body">
        <ListTools screen={screen} actions={permitted.toolbar} location={location} views={views} columns={arrangement} onRun={run} />
        <ViewTabs shipped={list.views} shown={location.query.view} views={views} />
        <LostConditions views={views} />
        <FilterChips declared={list.filters} filters={filters} onChange={onFilter} />
        {location.query.alternatives.length > 0 && (
          <AlternativesChip declared={list.filters} alternatives={location.query.alternatives} onRemove={() => onAlternatives([])} />
        )}
        {location.problems.map((problem) => (
          <p key={problem.name + problem.text} className="alert alert-warning py-1 mb-2" role="alert">
            {problem.text}
          </p>
        ))}
        {permitted.bulk.length > 0 && layout === null && (
          <BulkBar actions={permitted.bulk} selection={selection} totalCount={load.page?.totalCount ?? 0} onRun={run} />
        )}
        {layout !== null && (
          <PartBoundary pointer={`/list/layouts/${layout.name}`} version={screen.hash}>
            <ListLayout {...{ layout, location, load, waiting, version, onRetry }} frame={actions.frame} onPage={turnPage} />
          </PartBoundary>
        )}
        {layout === null && (
          <PartBoundary pointer="/list/columns" version={screen.hash}>
            <ListBody
              frame={actions.frame}
              load={load}
              query={location.query}
              columns={shown.columns}
              selection={selection}
              expanded={actions.expanded}
              waiting={waiting}
              onChange={location.change}
              onPage={turnPage}
              onResize={arrangement.resize}
              onRetry={onRetry}
            />
          </PartBoundary>
        )}
      </div>
    </section>
  )
}
