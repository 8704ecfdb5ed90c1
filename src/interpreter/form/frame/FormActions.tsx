import { useAtomValue } from 'jotai'
import Button from 'react-bootstrap/Button'
import { useNavigate } from 'react-router-dom'
import { permissionsAtom } from '../../../client/session/sessionAtoms.ts'
import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import { inOrderOfWeight } from '../../actions/buttons/actionOrder.ts'
import { guardHolds, permittedActions } from '../../actions/buttons/visibleActions.ts'
import { ActionDialogs } from '../../actions/dialogs/ActionDialogs.tsx'
import { useActionRunner } from '../../actions/run/useActionRunner.ts'
import type { FormValues } from '../values/formScope.ts'
import { useFormFrame } from './FormFrameContext.ts'

interface FormActionsProps {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  readonly record: FormValues
  readonly isReloading?: boolean
  /** An action has changed the record. */
  readonly onChanged: () => void
  readonly onDeleted: () => void
}

/** Transitions and actions of a record in the footer of its form, if they are permitted and its state allows them. */
export function FormActions({ screen, form, record, isReloading = false, onChanged, onDeleted }: FormActionsProps) {
  const { scope, disabled } = useFormFrame()
  const permissions = useAtomValue(permissionsAtom)
  const navigate = useNavigate()
  const runner = useActionRunner({ screen, navigate, onChanged, onDeleted, exportParams: noParams, onOpenForm: ignoreForm })
  const offered = permittedActions(form.actions, screen, permissions).filter((action) => guardHolds(action, { ...scope, row: record }))
  const actions = inOrderOfWeight(offered)
  const { id } = record
  if (typeof id !== 'number' && typeof id !== 'string') return null
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.name}
          variant={`outline-${action.tone}`}
          disabled={isReloading || (disabled && form.mode !== 'view')}
          onClick={() => void runner.run(action, { kind: 'row', row: { ...record, id } })}
        >
          {action.label}
        </Button>
      ))}
      <ActionDialogs runner={runner} />
    </>
  )
}

const noParams = () => new URLSearchParams()
/** Actions in a form cannot open another form. */
const ignoreForm = () => undefined
