import type { ValidatorType } from '@rjsf/utils'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import Button from 'react-bootstrap/Button'
import { lateDialog } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { RecordForm } from './fields/RecordForm.tsx'
import { FormActions } from './frame/FormActions.tsx'
import { FormFrameContext } from './frame/FormFrameContext.ts'
import { ShellBody, ShellFooter } from './frame/FormShell.tsx'
import { RestoredNote } from './frame/RestoredNote.tsx'
import { useFrame } from './frame/useFrame.tsx'
import { type FormSteps, firstFieldOf, useSteps } from './frame/useSteps.ts'
import type { LeaveQuestions } from './saving/LeaveGuard.tsx'
import { useEditSession } from './saving/useEditSession.ts'
import { useOwnCompany } from './useOwnCompany.ts'
import { editableFields } from './values/formDefinition.ts'
import type { FormValues } from './values/formScope.ts'
import { changedFields } from './values/formValues.ts'

/** Loaded on demand, because most saves have no conflict. */
const LazyConflictDialog = lateDialog(async () => (await import('./saving/ConflictDialog.tsx')).ConflictDialog, Spinner)

interface EditFormProps {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  readonly validator: ValidatorType
  /** Null for a new record. */
  readonly stored: FormValues | null
  readonly initial: FormValues | undefined
  /** The only field that is shown. */
  readonly cell?: string | undefined
  /** Shows all fields instead, with what is entered. */
  readonly onWhole?: (() => void) | undefined
  /** Closes the form, and keeps its draft. */
  readonly onLater: () => void
  readonly guard: RefObject<LeaveQuestions>
  readonly onHide: () => void
  readonly onSaved: (record: FormValues) => void
  readonly onChanged: () => void
  readonly onDeleted: () => void
}

/** The form for creating or changing a record, with its buttons. */
export function EditForm(props: EditFormProps) {
  const { screen, validator, stored, initial, cell, onWhole, onLater, guard, onHide, onSaved, onChanged, onDeleted } = props
  const form = useOwnCompany(props.form)
  const formId = useId()
  const session = useEditSession({ screen, form, stored, initial, guard, onSaved })
  const { start, isRestored } = session
  const steps = useSteps(form, isRestored ? changedFields(form, start.base, start.values) : [])
  const [begun] = useState(steps?.index ?? 0)
  const frame = useFrame({ formId, definition: form, record: session.record, disabled: session.isSending, screen, steps })
  const { reveal } = frame
  useFirstFocus(form, { cell, step: stored === null ? begun : null, reveal })
  useStepFocus(form, steps?.index ?? 0, reveal)
  // Input that was kept from before may be in other fields.
  const isElsewhere = cell !== undefined && session.isRestored
  useEffect(() => {
    if (isElsewhere) onWhole?.()
  }, [isElsewhere, onWhole])
  return (
    <FormFrameContext value={frame}>
      <ShellBody>
        {session.isRestored && (
          <RestoredNote
            onDiscard={() => {
              session.discard()
              steps?.open(0)
            }}
          />
        )}
        <RecordForm
          key={session.generation}
          validator={validator}
          initial={session.start.values}
          refusals={session.refusals}
          onChange={session.change}
          onSubmit={(values) => (steps === null || steps.isLast ? void session.save(values, frame.scope) : steps.open(steps.index + 1))}
        />
      </ShellBody>
      <ShellFooter>
        {session.record && <FormActions screen={screen} form={form} record={session.record} onChanged={onChanged} onDeleted={onDeleted} />}
        <EditButtons
          formId={formId}
          steps={steps}
          isSending={session.isSending}
          onWhole={cell === undefined ? undefined : onWhole}
          onLater={onLater}
          onHide={onHide}
        />
      </ShellFooter>
      {session.conflict && (
        <LazyConflictDialog
          definition={form}
          conflict={session.conflict}
          onCancel={session.dismissConflict}
          onResolved={(values) => void session.resolve(values, frame.scope)}
        />
      )}
    </FormFrameContext>
  )
}

interface EditButtonsProps extends Pick<EditFormProps, 'onWhole' | 'onLater' | 'onHide'> {
  readonly formId: string
  readonly steps: FormSteps | null
  readonly isSending: boolean
}

function EditButtons({ formId, steps, isSending, onWhole, onLater, onHide }: EditButtonsProps) {
  return (
    <>
      {onWhole && (
        <Button variant="link" className="me-auto" disabled={isSending} onClick={onWhole}>
          整張表單
        </Button>
      )}
      {steps && (
        <Button variant="link" className="me-auto" disabled={isSending} onClick={onLater}>
          稍後再填
        </Button>
      )}
      <Button variant="outline-secondary" disabled={isSending} onClick={onHide}>
        取消
      </Button>
      {steps !== null && steps.index > 0 && (
        <Button variant="outline-primary" disabled={isSending} onClick={() => steps.open(steps.index - 1)}>
          上一步
        </Button>
      )}
      <Button type="submit" form={formId} disabled={isSending} aria-keyshortcuts="Control+S" title="Ctrl+S">
        {isSending ? '儲存中…' : steps?.isLast === false ? '下一步' : '確定'}
      </Button>
    </>
  )
}

interface FirstFocus {
  readonly cell: string | undefined
  /** The step with which a new record begins; null for a stored record, which is read first. */
  readonly step: number | null
  readonly reveal: (field: string) => void
}

/** A new record starts with the focus in its first field, and so does a cell. */
function useFirstFocus(form: ResolvedForm, { cell, step, reveal }: FirstFocus): void {
  useEffect(() => {
    const first = cell ?? (step === null ? undefined : (firstFieldOf(form, step) ?? editableFields(form)[0]))
    if (first !== undefined) reveal(first)
    // What is typed into a cell replaces its value, as in a spreadsheet.
    if (cell !== undefined && document.activeElement instanceof HTMLInputElement) document.activeElement.select()
  }, [cell, form, step, reveal])
}

/** A step that was just opened is filled in from its first field on. */
function useStepFocus(form: ResolvedForm, index: number, reveal: (field: string) => void): void {
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current === index) return
    shown.current = index
    const first = firstFieldOf(form, index)
    if (first !== undefined) reveal(first)
  }, [form, index, reveal])
}
