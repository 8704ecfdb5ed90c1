import { InputDialog } from '../form/InputDialog.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { confirmText } from './actionTexts.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import type { ActionDialog, ActionRunner } from './useActionRunner.ts'
import { VerdictDialog } from './VerdictDialog.tsx'

/** The one dialog that the actions of a screen have open. */
export function ActionDialogs({ runner }: { readonly runner: ActionRunner }) {
  return runner.dialog === null ? null : <OpenDialog runner={runner} dialog={runner.dialog} />
}

function OpenDialog({ runner, dialog }: { readonly runner: ActionRunner; readonly dialog: ActionDialog }) {
  const close = () => runner.showDialog(null)
  switch (dialog.kind) {
    case 'input':
      return <ActionInputDialog runner={runner} dialog={dialog} onClose={close} />
    case 'verdicts':
      return <VerdictDialog title={dialog.title} verdicts={dialog.verdicts} onClose={close} />
    case 'answer':
      return <AnswerDialog title={dialog.title} answer={dialog.answer} onClose={close} />
    case 'import':
      return <ImportDialog title={dialog.title} screen={runner.screen} onClose={close} onImported={runner.onChanged} />
    case 'history':
      return <HistoryDialog title={dialog.title} screen={runner.screen} recordId={dialog.recordId} onClose={close} />
  }
}

interface ActionInputDialogProps {
  readonly runner: ActionRunner
  readonly dialog: Extract<ActionDialog, { kind: 'input' }>
  readonly onClose: () => void
}

function ActionInputDialog({ runner, dialog, onClose }: ActionInputDialogProps) {
  const { action, target } = dialog
  const question = confirmText(action, target)
  if (action.input === undefined) return null
  return (
    <InputDialog
      input={action.input}
      title={action.label}
      {...(question === null ? {} : { confirmText: question })}
      onCancel={onClose}
      onSubmit={(values) => runner.submitInput(action, target, values)}
    />
  )
}
