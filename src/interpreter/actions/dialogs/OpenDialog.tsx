import { useContext, useMemo } from 'react'
import { useDictionaryCache } from '../../../client/useDictionaryCache.ts'
import { waitingChangeOf } from '../../../rules/waitingChange.ts'
import { ProgressDialog } from '../../shared/parts/ProgressDialog.tsx'
import { WaitingChangeNote } from '../../shared/values/WaitingChangeNote.tsx'
import type { ActionDialog, ActionRunner } from '../actionRunner.ts'
import { type ActionTarget, targetId } from '../actionTarget.ts'
import { confirmText } from '../run/actionTexts.ts'
import { isDecision } from '../run/isDecision.ts'
import { subjectOf } from '../run/subjectOf.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { answerLines } from './answerLines.ts'
import { askedInput } from './askedInput.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import { InputDialogContext } from './InputDialogContext.ts'
import { LazyFileDialog, LazyHistoryDialog, LazyImportDialog, LazyPrintDialog } from './lazyDialogs.ts'
import { VerdictDialog } from './VerdictDialog.tsx'

/** Draws the open dialog of an action by its kind. */
export function OpenDialog({ runner, dialog }: { readonly runner: ActionRunner; readonly dialog: ActionDialog }) {
  const close = () => runner.showDialog(null)
  switch (dialog.kind) {
    case 'input':
      return <ActionInputDialog runner={runner} dialog={dialog} onClose={close} />
    case 'decision':
      return <DecisionDialog runner={runner} dialog={dialog} onClose={close} />
    case 'progress':
      return <ProgressDialog title={dialog.title} done={dialog.done} total={dialog.total} onStop={dialog.onStop} />
    case 'verdicts':
      return <VerdictDialog title={dialog.title} verdicts={dialog.verdicts} onClose={close} />
    case 'answer':
      return <ShownAnswer runner={runner} dialog={dialog} onClose={close} />
    case 'print':
      return <LazyPrintDialog title={dialog.title} screen={runner.screen} params={dialog.params} columns={dialog.columns} onClose={close} />
    case 'import':
      return <LazyImportDialog title={dialog.title} screen={runner.screen} onClose={close} onImported={runner.onChanged} />
    case 'file':
      return <FileDialog runner={runner} dialog={dialog} onClose={close} />
    case 'history':
      return <LazyHistoryDialog title={dialog.title} screen={runner.screen} recordId={dialog.recordId} onClose={close} />
  }
}

interface FileDialogProps {
  readonly runner: ActionRunner
  readonly dialog: Extract<ActionDialog, { kind: 'file' }>
  readonly onClose: () => void
}

function FileDialog({ runner, dialog: { title, path }, onClose }: FileDialogProps) {
  return (
    <LazyFileDialog
      title={title}
      target={{ path, examplePath: `${path}/example`, titles: {} }}
      readyText="按「確定」匯入。"
      onClose={onClose}
      onImported={runner.onChanged}
    />
  )
}

interface ShownAnswerProps {
  readonly runner: ActionRunner
  readonly dialog: Extract<ActionDialog, { kind: 'answer' }>
  readonly onClose: () => void
}

/**
 * Reloads only when the dialog is closed. Reloading may draw the form and this dialog again, and a key that is shown once has to be read
 * before.
 */
function ShownAnswer({ runner, dialog, onClose }: ShownAnswerProps) {
  const handleClose = () => {
    onClose()
    if (dialog.hasChanged) runner.onChanged()
  }
  const lines = answerLines(dialog.answer, runner.screen)
  const { again } = dialog
  // A result can be asked for again with other values; a key or a mail was made once.
  const isResult = lines.every((line) => line.isFact === true || line.table !== undefined)
  return (
    <AnswerDialog
      title={dialog.title}
      lines={lines}
      onClose={handleClose}
      {...(again !== undefined && isResult && { onAgain: () => runner.showDialog(again) })}
    />
  )
}

interface ActionInputDialogProps {
  readonly runner: ActionRunner
  readonly dialog: Extract<ActionDialog, { kind: 'input' }>
  readonly onClose: () => void
}

function ActionInputDialog({ runner, dialog, onClose }: ActionInputDialogProps) {
  const { action, target, entered } = dialog
  const dictionaries = useDictionaryCache()
  const InputDialog = useContext(InputDialogContext)
  const question = confirmText(action, target)
  const waiting = target.kind === 'row' && isDecision(action) ? waitingChangeOf(target.row) : undefined
  const input = useMemo(() => askedInput(action, target), [action, target])
  if (InputDialog === null) throw new Error('An action with an input needs an InputDialogContext above it')
  if (input === undefined) return null
  return (
    <InputDialog
      input={input}
      title={action.label}
      {...(entered !== undefined && { entered })}
      subject={subjectOf({ screen: runner.screen, dictionaries }, target)}
      {...(question === null ? {} : { confirmText: question })}
      {...(waiting && { above: <WaitingChangeNote waiting={waiting} /> })}
      draftKey={inputDraftKey(runner.screen.uri, action.name, target)}
      onCancel={onClose}
      onSubmit={(http, input, requestKey) => runner.submitInput({ http, requestKey }, action, target, input)}
    />
  )
}

/** Several records share one draft; the keys of forms begin with the address of their screen, so neither is taken for the other. */
function inputDraftKey(uri: string, action: string, target: ActionTarget): string {
  return `input:${uri}:${action}:${String(targetId(target) ?? target.kind)}`
}
