import { Suspense, useContext } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { confirmText } from './actionTexts.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { InputDialogContext } from './InputDialogContext.ts'
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
  const InputDialog = useContext(InputDialogContext)
  const question = confirmText(action, target)
  if (InputDialog === null) throw new Error('An action with an input needs an InputDialogContext above it')
  if (action.input === undefined) return null
  return (
    <Suspense fallback={<Spinner />}>
      <InputDialog
        input={action.input}
        title={action.label}
        {...(question === null ? {} : { confirmText: question })}
        onCancel={onClose}
        onSubmit={(values) => runner.submitInput(action, target, values)}
      />
    </Suspense>
  )
}
