import { type RefObject, useEffect, useRef, useState } from 'react'
import { useConfirm } from '../../../client/dialogs/DialogProvider.tsx'
import { randomKey } from '../../../client/randomKey.ts'
import { useUserScope } from '../../../client/session/useSession.ts'
import type { UserScope } from '../../../language/predicate/predicate.ts'
import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import { type FormStart, restoreDraft } from '../values/formDraft.ts'
import type { FormScope, FormValues } from '../values/formScope.ts'
import { changedFields, valuesOfNew, valuesOfRecord } from '../values/formValues.ts'
import type { LeaveQuestions } from './LeaveGuard.tsx'
import { draftKey } from './unfinishedForm.ts'
import { useFormDraft } from './useFormDraft.ts'
import { useSaving } from './useSaving.ts'

interface EditSessionOptions {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  /** Null for a new record. */
  readonly stored: FormValues | null
  readonly initial: FormValues | undefined
  readonly guard: RefObject<LeaveQuestions>
  readonly onSaved: (record: FormValues) => void
}

const leaveText = '尚有未儲存的資料，確定要離開嗎？'

/**
 * The state of one open form: initial values, input, draft, saving, errors and conflicts. The form is mounted again (a new `generation`)
 * when its input is replaced from outside.
 */
export function useEditSession({ screen, form, stored, initial, guard, onSaved }: EditSessionOptions) {
  const user = useUserScope()
  const draft = useFormDraft(form, draftKey(screen, form, stored?.id))
  const { restart, hasChanges, ...input } = useFormInput(form, draft, () => startOf(form, stored, initial, user))
  const [record, setRecord] = useState(stored)
  const isSaved = useRef(false)
  const saving = useSaving({
    screen,
    form,
    id: stored?.id,
    onSaved: (saved) => {
      draft.clear()
      isSaved.current = true
      onSaved(saved)
    },
  })
  const { isSending, refusals, conflict, dismissConflict } = saving
  useLeaveQuestions(guard, { isDirty: () => !isSaved.current && hasChanges(), isSaving: saving.isUnderWay, onLeave: draft.clear })
  /** Takes the current record with the merged values, and saves it. */
  const resolve = async (values: FormValues, scope: FormScope) => {
    const theirs = conflict?.theirs
    if (!theirs) return
    const next: FormStart = { base: valuesOfRecord(form, theirs), values, rowVersion: versionOf(theirs), requestKey: null }
    dismissConflict()
    setRecord(theirs)
    restart(next)
    draft.keep(next, values)
    await saving.save(values, next, { ...scope, row: theirs })
  }
  const save = (values: FormValues, scope: FormScope) => saving.save(values, input.start, scope)
  return { ...input, record, isSending, refusals, conflict, dismissConflict, save, resolve }
}

/** What a form starts from, and what was entered since. Begins with the draft, if there is one. */
function useFormInput(form: ResolvedForm, draft: ReturnType<typeof useFormDraft>, plainStart: () => FormStart) {
  const [opened] = useState(() => openedWith(plainStart(), draft.stored, form))
  const [start, setStart] = useState(opened.start)
  const [isRestored, setRestored] = useState(opened.isRestored)
  const [generation, setGeneration] = useState(0)
  const entered = useRef(start.values)
  /** Replaces the initial values of the form and what it shows. */
  const restart = (next: FormStart) => {
    entered.current = next.values
    setStart(next)
    setGeneration((before) => before + 1)
  }
  return {
    start,
    generation,
    isRestored,
    restart,
    hasChanges: () => changedFields(form, start.base, entered.current).length > 0,
    change: (values: FormValues) => {
      entered.current = values
      draft.keep(start, values)
    },
    discard: () => {
      draft.clear()
      setRestored(false)
      restart(plainStart())
    },
  }
}

interface Leaving {
  readonly isDirty: () => boolean
  readonly isSaving: () => boolean
  readonly onLeave: () => void
}

/** Answers the guard of the form. Nobody leaves while it is being saved, for its answer would come to nobody. */
function useLeaveQuestions(guard: RefObject<LeaveQuestions>, { isDirty, isSaving, onLeave }: Leaving): void {
  const confirm = useConfirm()
  const mayLeave = async () => {
    if (isSaving()) return false
    const isFree = !isDirty() || (await confirm(leaveText))
    if (isFree) onLeave()
    return isFree
  }
  useEffect(() => {
    guard.current = { isDirty, mayLeave }
  })
}

function openedWith(plain: FormStart, draft: unknown, form: ResolvedForm) {
  const restored = restoreDraft(form, plain, draft)
  return { start: restored ?? plain, isRestored: restored !== null }
}

/** The defaults of a new record do not count as input, so closing it untouched asks nothing. */
function startOf(form: ResolvedForm, stored: FormValues | null, initial: FormValues | undefined, user: UserScope): FormStart {
  const values = stored === null ? valuesOfNew(form, initial ?? {}, user) : valuesOfRecord(form, stored)
  return { base: values, values, ...identityOf(stored) }
}

/** The version of a stored record, or the request key of a new one. */
function identityOf(stored: FormValues | null): Pick<FormStart, 'rowVersion' | 'requestKey'> {
  return stored === null ? { rowVersion: null, requestKey: randomKey() } : { rowVersion: versionOf(stored), requestKey: null }
}

function versionOf(record: FormValues): number | null {
  return typeof record.rowVersion === 'number' ? record.rowVersion : null
}
