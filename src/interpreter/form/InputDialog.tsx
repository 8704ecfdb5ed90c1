import { type ReactNode, useContext, useEffect, useId } from 'react'
import { ModalDialog } from '../../client/dialogs/ModalDialog.tsx'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import { useLoad } from '../../client/load/useLoad.ts'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { useSend } from '../../client/send/useSend.ts'
import { useUserScope } from '../../client/session/useSession.ts'
import type { ResolvedInput } from '../../language/resolved.ts'
import { RecordForm } from './fields/RecordForm.tsx'
import { FormFrameContext } from './frame/FormFrameContext.ts'
import { focusField } from './frame/focusField.ts'
import { RestoredNote } from './frame/RestoredNote.tsx'
import { useFrame } from './frame/useFrame.tsx'
import { useInputDraft } from './saving/useInputDraft.ts'
import { loadValidator, ValidatorImportContext } from './validation/validators.ts'
import { fieldId, inputDefinition } from './values/formDefinition.ts'
import type { FormValues } from './values/formScope.ts'
import { enteredBody } from './values/formValues.ts'
import './frame/form.css'

export interface InputDialogProps {
  readonly input: ResolvedInput
  readonly title: string
  /** Name of the record that the action is about; empty for several records. */
  readonly subject?: string
  /** What was entered before; the dialog starts with it. */
  readonly entered?: FormValues
  /** The question of the action, shown above the fields. */
  readonly confirmText?: string
  /** What the input is about, shown above the question. */
  readonly above?: ReactNode
  /** Name under which what is typed is kept over a reload and the end of a session. */
  readonly draftKey: string
  readonly onCancel: () => void
  /**
   * Sends the input. When it rejects, the dialog stays open and shows the reason. The caller closes the dialog after success.
   *
   * @param requestKey the same as long as the dialog is open, so that input whose answer was lost can be sent again
   */
  readonly onSubmit: (http: HttpClient, values: Record<string, unknown>, requestKey: string) => Promise<void>
}

/** The small form of a transition or action (請輸入退回原因). */
export function InputDialog({ input, title, subject = '', entered, confirmText, above, draftKey, onCancel, onSubmit }: InputDialogProps) {
  const definition = inputDefinition(input)
  const formId = useId()
  const importValidator = useContext(ValidatorImportContext)
  const validator = useLoad(() => loadValidator(definition, importValidator), [definition, importValidator])
  const { isSending, isUnderWay, refusals, send } = useSend()
  const user = useUserScope()
  const draft = useInputDraft(definition, { key: draftKey, entered, user })
  const firstField = fieldId(formId, Object.keys(input.fields)[0] ?? '')
  useEffect(() => {
    // Focuses the first field, so that a keyboard user can answer at once.
    if (validator.state === 'ready') focusField(firstField)
  }, [validator.state, firstField])
  const frame = useFrame({ formId, definition, record: null, disabled: isSending, screen: null })

  const handleSubmit = (values: FormValues) =>
    send(async (http) => {
      await onSubmit(http, enteredBody(definition, values, frame.scope), draft.requestKey)
      draft.clear()
    })
  const handleCancel = () => {
    if (isUnderWay()) return
    draft.clear()
    onCancel()
  }
  const handleConfirm = () => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }

  return (
    <ModalDialog
      title={input.title || title}
      show
      {...(Object.keys(input.fields).length > fieldsInOneColumn && { size: 'lg' as const })}
      confirmDisabled={isSending || validator.state !== 'ready'}
      onConfirm={handleConfirm}
      onCancel={handleCancel}
    >
      {subject !== '' && <p className="fw-semibold text-break mb-2">{subject}</p>}
      {above}
      {confirmText !== undefined && <p>{confirmText}</p>}
      {validator.state === 'error' && <LoadProblem failure={validator.failure} onRetry={validator.reload} />}
      {validator.state === 'loading' && <Spinner />}
      {validator.state === 'ready' && (
        <FormFrameContext value={frame}>
          {draft.isRestored && <RestoredNote onDiscard={draft.discard} />}
          <RecordForm
            key={String(draft.isRestored)}
            validator={validator.data}
            initial={draft.values}
            refusals={refusals}
            onChange={draft.keep}
            onSubmit={(values) => void handleSubmit(values)}
          />
        </FormFrameContext>
      )}
    </ModalDialog>
  )
}

/** More fields stand two by two, in a wider dialog. */
const fieldsInOneColumn = 6
