import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { permissionsAtom } from '../../../client/session/sessionAtoms.ts'
import { useUserScope } from '../../../client/session/useSession.ts'
import { nowScope } from '../../../language/predicate/scope.ts'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import type { ActionRunner } from '../../actions/actionRunner.ts'
import { guardHolds, permittedActions } from '../../actions/buttons/visibleActions.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import type { TableFrame } from './tableFrame.ts'

interface TableFrameOptions {
  readonly screen: ResolvedScreen
  readonly runner: ActionRunner
  readonly visibleCount: number
  readonly onToggleSelected: (id: string) => void
  readonly onToggleExpanded: (id: string) => void
  readonly onOpenMenu: TableFrame['onOpenMenu']
  readonly onEditCell: TableFrame['onEditCell']
}

/** Actions that the user may use on a screen, by place. */
export interface PermittedActions {
  readonly toolbar: readonly ResolvedAction[]
  readonly row: readonly ResolvedAction[]
  readonly bulk: readonly ResolvedAction[]
  readonly links: TableFrame['linkActions']
}

/** The actions of a screen that the user may use. Guards of toolbar actions are evaluated here, because they need no row. */
export function usePermittedActions(screen: ResolvedScreen): PermittedActions & { readonly scope: TableFrame['scope'] } {
  const permissions = useAtomValue(permissionsAtom)
  const user = useUserScope()
  const scope = useMemo(() => ({ user, now: nowScope(new Date()) }), [user])
  return useMemo(() => {
    const pick = (names: readonly string[]) => permittedActions(names, screen, permissions)
    const [view] = pick(['view'])
    const [edit] = pick(['edit'])
    return {
      toolbar: pick(screen.list.toolbar).filter((action) => guardHolds(action, scope)),
      row: pick(screen.list.rowActions),
      bulk: pick(screen.list.bulkActions),
      links: { ...(view && { view }), ...(edit && { edit }) },
      scope,
    }
  }, [screen, permissions, scope])
}

/** What all rows share; changes only with the document, the user or the visible columns. */
export function useTableFrame(options: TableFrameOptions, permitted: ReturnType<typeof usePermittedActions>): TableFrame {
  const { screen, runner, visibleCount, onToggleSelected, onToggleExpanded, onOpenMenu, onEditCell } = options
  const { run } = runner
  const onRunRowAction = useCallback((action: ResolvedAction, row: ListRow) => void run(action, { kind: 'row', row }), [run])
  const selectable = permitted.bulk.length > 0
  const expandable = screen.list.expand !== undefined
  const hasRowActions = permitted.row.length > 0
  const { row: rowActions, links: linkActions, scope } = permitted
  return useMemo(
    () => ({
      screen,
      selectable,
      expandable,
      hasRowActions,
      rowActions,
      linkActions,
      inlineFields: linkActions.edit ? inlineFieldsOf(screen) : noFields,
      columnCount: visibleCount + 1 + Number(selectable) + Number(expandable) + Number(hasRowActions),
      scope,
      onToggleSelected,
      onToggleExpanded,
      onRunRowAction,
      onOpenMenu,
      onEditCell,
    }),
    [
      screen,
      selectable,
      expandable,
      hasRowActions,
      rowActions,
      linkActions,
      visibleCount,
      scope,
      onToggleSelected,
      onToggleExpanded,
      onRunRowAction,
      onOpenMenu,
      onEditCell,
    ],
  )
}

const noFields: ReadonlySet<string> = new Set()

/** Without those that this user may not write. */
function inlineFieldsOf({ list, forms }: ResolvedScreen): ReadonlySet<string> {
  return new Set(list.inlineEdit?.filter((field) => forms.edit?.fields[field]?.readonly === false))
}

/** Ids of the rows with open details. */
export function useExpanded(): readonly [ReadonlySet<string>, (id: string) => void] {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setExpanded((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return [expanded, toggle]
}
