import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import { useSend } from '../../../client/send/useSend.ts'
import { useDictionaryCache } from '../../../client/useDictionaryCache.ts'
import { waitingChangeOf } from '../../../rules/waitingChange.ts'
import { WaitingChangeNote } from '../../shared/values/WaitingChangeNote.tsx'
import type { ActionDialog, ActionRunner } from '../actionRunner.ts'
import { subjectOf } from '../run/subjectOf.ts'

interface DecisionDialogProps {
  readonly runner: ActionRunner
  readonly dialog: Extract<ActionDialog, { kind: 'decision' }>
  readonly onClose: () => void
}

/** Asks about a change that waits, and shows what it changes: nobody decides on what they have not seen. */
export function DecisionDialog({ runner, dialog: { action, target }, onClose }: DecisionDialogProps) {
  const dictionaries = useDictionaryCache()
  const { isSending, isUnderWay, send } = useSend()
  const waiting = target.kind === 'row' ? waitingChangeOf(target.row) : undefined
  const handleConfirm = () =>
    void send(async (http) => {
      await runner.submitInput({ http }, action, target, {})
      onClose()
    })
  return (
    <ModalDialog
      title={action.label}
      show
      confirmDisabled={isSending}
      onConfirm={handleConfirm}
      onCancel={() => !isUnderWay() && onClose()}
    >
      <p className="fw-semibold text-break mb-2">{subjectOf({ screen: runner.screen, dictionaries }, target)}</p>
      {waiting && <WaitingChangeNote waiting={waiting} />}
      {action.confirm !== undefined && <p className="mb-0">{action.confirm}</p>}
    </ModalDialog>
  )
}
