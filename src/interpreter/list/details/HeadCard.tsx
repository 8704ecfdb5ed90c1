import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { permissionsAtom } from '../../../client/session/sessionAtoms.ts'
import { useUserScope } from '../../../client/session/useSession.ts'
import { nowScope } from '../../../language/predicate/scope.ts'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import type { ActionTarget } from '../../actions/actionTarget.ts'
import { RowActions } from '../../actions/buttons/RowActions.tsx'
import { guardHolds, permittedActions } from '../../actions/buttons/visibleActions.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { DetailFields } from './RowDetails.tsx'

interface HeadCardProps {
  readonly screen: ResolvedScreen
  /** Name of the child list whose record is the head. */
  readonly child: string
  readonly record: ListRow
  readonly onRun: (action: ResolvedAction, target: ActionTarget) => void
}

/** The record above a list (`list.head`): its fields and actions. */
export function HeadCard({ screen, child, record, onRun }: HeadCardProps) {
  const definition = Object.hasOwn(screen.children, child) ? screen.children[child] : undefined
  const permissions = useAtomValue(permissionsAtom)
  const user = useUserScope()
  const actions = useMemo(
    () => (definition === undefined ? [] : permittedActions(definition.actions, screen, permissions)),
    [definition, screen, permissions],
  )
  if (definition === undefined) throw new RangeError(`/list/head: the screen has no child ${child}`)
  const scope = { user, now: nowScope(new Date()), row: record }
  const shown = actions.filter((action) => guardHolds(action, scope))
  return (
    <section className="card list-head mb-3" aria-label={definition.title}>
      <div className="card-body">
        <div className="d-flex flex-wrap align-items-center gap-2 mb-2">
          <h2 className="h5 mb-0 me-auto">{definition.title}</h2>
          {shown.length > 0 && (
            <RowActions
              actions={shown}
              row={record}
              onRun={(action, row) => onRun(action, { kind: 'row', row, naming: definition.naming })}
              onOpenMenu={null}
            />
          )}
        </div>
        <DetailFields fields={definition.columns.filter((column) => !column.hidden)} row={record} />
      </div>
    </section>
  )
}
