import { useRef } from 'react'
import { formatListConditions } from '../../language/query/listQuery.ts'
import type { ResolvedAction, ResolvedScreen } from '../../language/resolved.ts'
import type { ActionTarget } from '../actions/actionTarget.ts'
import type { MenuAnchor } from '../actions/buttons/RowMenu.tsx'
import type { OpenRowMenu } from '../actions/buttons/RowMenuPlace.tsx'
import { useActionRunner } from '../actions/run/useActionRunner.ts'
import { useFreshTarget } from '../actions/run/useFreshTarget.ts'
import type { ListPage, ListRow } from '../shared/calls/listPage.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { type OpenedCell, type OpenedForm, openedRow } from '../shared/records/openForm.ts'
import { useSelection } from './table/useSelection.ts'
import { useExpanded, usePermittedActions, useTableFrame } from './table/useTableFrame.ts'
import type { ShownList } from './useShownList.ts'

interface ListActionsOptions {
  readonly screen: ResolvedScreen
  readonly shown: ShownList
  readonly navigate: (uri: string) => void
  readonly onChanged: () => void
  readonly onOpenForm: (form: OpenedForm) => void
}

const noRows: readonly ListRow[] = []
const noTotals: ListPage['totals'] = {}

/** Selection, expanded rows, and actions on one row, several rows, or the screen. */
export function useListActions({ screen, shown, navigate, onChanged, onOpenForm }: ListActionsOptions) {
  const { list, load, shownColumns } = shown
  const { query, layout } = shown.location
  const rows = load.page?.rows ?? noRows
  const conditions = formatListConditions({ ...query, sort: list.sort }, list).toString()
  const selection = useSelection(conditions, load.page?.totalCount ?? 0, rows, load.page?.totals ?? noTotals)
  const [expanded, toggleExpanded] = useExpanded()
  const menu = useRef<OpenRowMenu>(null)
  const onOpenMenu = useEvent((anchor: MenuAnchor) => menu.current?.(anchor))
  const runner = useActionRunner({
    screen,
    freshTarget: useFreshTarget({ isReloading: load.isReloading, rows: layout === null ? rows : null, chosen: selection.chosen }),
    navigate,
    onChanged,
    onOpenForm,
    exportParams: () => formatListConditions(query, list),
    shownColumns: () => shownColumns,
    onRowsDone: selection.clear,
  })
  const permitted = usePermittedActions(screen)
  const onEditCell = useEvent((row: ListRow, cell: OpenedCell) => {
    const form = screen.forms.edit
    if (form) onOpenForm({ screen, form, ...openedRow(screen, row), cell })
  })
  const handlers = { onToggleSelected: selection.toggle, onToggleExpanded: toggleExpanded, onOpenMenu, onEditCell }
  const frame = useTableFrame({ screen, runner, visibleCount: shown.columns.length, ...handlers }, permitted)
  const run = useEvent((action: ResolvedAction, target: ActionTarget) => void runner.run(action, target))
  return { selection, expanded, menu, runner, permitted, frame, run }
}

export type ListActions = ReturnType<typeof useListActions>
