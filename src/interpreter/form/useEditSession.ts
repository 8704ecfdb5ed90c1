import { type RefObject, useEffect, useRef, useState } from 'react'
import { useConfirm } from '../../client/dialogs/DialogProvider.tsx'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { isHttpProblem } from '../../client/http/problem.ts'
import { notify, showProblem } from '../../client/notices.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { messages } from '../../rules/messages.ts'
import { getRecord } from '../screen/recordCalls.ts'
import { type FormStart, restoreDraft } from './formDraft.ts'
import type { FormScope, FormValues } from './formScope.ts'
import { changedFields, valuesOfNew, valuesOfRecord } from './formValues.ts'
import { type Merge, mergeChanges } from './mergeChanges.ts'
import { useFormDraft } from './useFormDraft.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'
import { writeRecord } from './writeRecord.ts'

/** A record that somebody else changed meanwhile, and how it merges with what was entered here. */
export interface Conflict {
  readonly merge: Merge
  readonly mine: FormValues
  readonly theirs: FormValues
}

interface EditSessionOptions {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  readonly stored: FormValues | null
  readonly initial: FormValues | undefined
  readonly mayClose: RefObject<() => Promise<boolean>>
  readonly onSaved: (record: FormValues) => void
}

const leaveText = '尚有未儲存的資料，確定要離開嗎？'

/**
 * The life of one open form: what it started from, what is entered, its draft, saving, refusals and conflicts.
 * The form is mounted again (a new `generation`) whenever what is entered is replaced from outside.
 */
export function useEditSession({ screen, form, stored, initial, mayClose, onSaved }: EditSessionOptions) {
  const http = useHttp()
  const confirm = useConfirm()
  const draft = useFormDraft(form, `${screen.uri}:${form.name}:${String(stored?.id ?? 'new')}`)
  const [opened] = useState(() => openedWith(form, stored, initial, draft.stored))
  const [record, setRecord] = useState(stored)
  const [start, setStart] = useState(opened.start)
  const [isRestored, setRestored] = useState(opened.isRestored)
  const [generation, setGeneration] = useState(0)
  const [isPending, setPending] = useState(false)
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>> | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const entered = useRef(start.values)
  const isSaving = useRef(false)

  const isDirty = () => changedFields(form, start.base, entered.current).length > 0
  useUnsavedGuard(isDirty)
  useEffect(() => {
    mayClose.current = async () => {
      if (isSaving.current) return false
      const isFree = !isDirty() || (await confirm(leaveText))
      if (isFree) draft.clear()
      return isFree
    }
  })

  /** Replaces what the form starts from and shows. */
  const restart = (next: FormStart) => {
    entered.current = next.values
    setStart(next)
    setGeneration((before) => before + 1)
  }

  const save = async (values: FormValues, scope: FormScope, from: FormStart = start) => {
    if (isSaving.current) return
    isSaving.current = true
    setPending(true)
    setRefusals(null)
    try {
      const answer = await writeRecord({ http, screen, form, id: stored?.id, start: from, values, scope })
      draft.clear()
      entered.current = from.base
      notify.success(answer.text)
      onSaved(answer.record)
    } catch (problem) {
      await handleRefusal(problem, values, from)
    } finally {
      isSaving.current = false
      setPending(false)
    }
  }

  const handleRefusal = async (problem: unknown, mine: FormValues, from: FormStart) => {
    if (isHttpProblem(problem) && problem.code === 'M10' && stored !== null) return compare(mine, from)
    if (isHttpProblem(problem) && problem.fields) setRefusals(problem.fields)
    showProblem(problem)
  }

  const compare = async (mine: FormValues, from: FormStart) => {
    try {
      const theirs = await getRecord(http, screen.api.get, stored?.id as string | number)
      setConflict({ merge: mergeChanges(form, from.base, mine, theirs), mine, theirs })
    } catch (problem) {
      // Gone altogether, or not readable any more; what was entered stays in the form.
      notify.error(messages.M10)
      showProblem(problem)
    }
  }

  const resolve = async (values: FormValues, scope: FormScope) => {
    if (!conflict) return
    const next: FormStart = { base: valuesOfRecord(form, conflict.theirs), values, rowVersion: versionOf(conflict.theirs) }
    setConflict(null)
    setRecord(conflict.theirs)
    restart(next)
    draft.keep(next, values)
    await save(values, { ...scope, row: conflict.theirs }, next)
  }

  return {
    record,
    start,
    generation,
    isPending,
    isRestored,
    refusals,
    conflict,
    save,
    resolve,
    change: (values: FormValues) => {
      entered.current = values
      draft.keep(start, values)
    },
    discard: () => {
      draft.clear()
      setRestored(false)
      restart(startOf(form, stored, initial))
    },
    dismissConflict: () => setConflict(null),
  }
}

function openedWith(form: ResolvedForm, stored: FormValues | null, initial: FormValues | undefined, draft: unknown) {
  const plain = startOf(form, stored, initial)
  const restored = restoreDraft(form, plain, draft)
  return { start: restored ?? plain, isRestored: restored !== null }
}

/** A new record counts as entered from its defaults on; closing it untouched asks nothing. */
function startOf(form: ResolvedForm, stored: FormValues | null, initial: FormValues | undefined): FormStart {
  const values = stored === null ? valuesOfNew(form, initial ?? {}) : valuesOfRecord(form, stored)
  return { base: values, values, rowVersion: stored === null ? null : versionOf(stored) }
}

function versionOf(record: FormValues): number | null {
  return typeof record.rowVersion === 'number' ? record.rowVersion : null
}
