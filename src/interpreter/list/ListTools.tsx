import { late } from '../../client/load/late.tsx'
import type { ResolvedAction, ResolvedScreen } from '../../language/resolved.ts'
import type { ActionTarget } from '../actions/actionTarget.ts'
import { Toolbar } from '../actions/buttons/Toolbar.tsx'
import { ColumnChooser } from './columns/ColumnChooser.tsx'
import type { Columns } from './columns/useColumns.ts'
import { SearchBox } from './filters/SearchBox.tsx'
import type { ListLocationState } from './query/useListLocation.ts'
import type { Views } from './views/useViews.ts'
import { ViewMenu } from './views/ViewMenu.tsx'

/** Loaded on demand, because few lists have another layout. */
const LayoutSwitch = late(async () => (await import('./layouts/LayoutSwitch.tsx')).LayoutSwitch)

interface ListToolsProps {
  readonly screen: ResolvedScreen
  readonly actions: readonly ResolvedAction[]
  readonly location: ListLocationState
  readonly views: Views
  readonly columns: Columns
  readonly onRun: (action: ResolvedAction, target: ActionTarget) => void
}

/** The line above a table: actions for the whole screen, and at its end search, views and columns. */
export function ListTools({ screen, actions, location, views, columns, onRun }: ListToolsProps) {
  const { query, layout, change } = location
  const { layouts } = screen.list
  return (
    <div className="list-toolbar d-print-none d-flex flex-wrap align-items-start gap-2 mb-2">
      <Toolbar actions={actions} onRun={onRun} />
      <div className="ms-auto d-flex flex-wrap gap-2">
        {screen.list.searchTitles.length > 0 && (
          <SearchBox titles={screen.list.searchTitles} text={query.search} onSearch={(search) => change({ search })} />
        )}
        {layouts && <LayoutSwitch layouts={layouts} shown={layout?.name ?? null} onShow={location.showLayout} />}
        <ViewMenu screen={screen} views={views} shown={query.view} />
        {layout === null && <ColumnChooser columns={columns} />}
      </div>
    </div>
  )
}
