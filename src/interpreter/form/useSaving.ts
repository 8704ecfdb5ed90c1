import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useConfirm } from '../../client/dialogs/DialogProvider.tsx'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { isHttpProblem } from '../../client/http/problem.ts'
import { notify, showProblem } from '../../client/notices.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { messages } from '../../rules/messages.ts'
import { getRecord } from '../shared/calls/recordCalls.ts'
import type { FormStart } from './formDraft.ts'
import type { FormScope, FormValues } from './formScope.ts'
import { type Merge, mergeChanges } from './mergeChanges.ts'
import { writeRecord } from './writeRecord.ts'

/** A record that somebody else changed meanwhile, and how it merges with what was entered here. */
export interface Conflict {
  readonly merge: Merge
  readonly mine: FormValues
  readonly theirs: FormValues
}

interface SavingOptions {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  /** Of the stored record; undefined for a new one. */
  readonly id: unknown
  readonly onSaved: (record: FormValues) => void
}

/** Saving a form, once at a time: what the server refuses comes back as texts by field, or as a conflict to be merged. */
export function useSaving({ screen, form, id, onSaved }: SavingOptions) {
  const http = useHttp()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>> | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // Two clicks can come before the button is drawn disabled.
  const isSaving = useRef(false)

  const save = async (values: FormValues, start: FormStart, scope: FormScope) => {
    if (isSaving.current) return
    isSaving.current = true
    setPending(true)
    setRefusals(null)
    try {
      const answer = await writeRecord({ http, confirm, screen, form, id, start, values, scope })
      await tellSaved(answer)
      onSaved(answer.record)
    } catch (problem) {
      if (isHttpProblem(problem) && problem.code === 'M10' && isId(id)) return await compare(id, values, start)
      if (isHttpProblem(problem) && problem.fields) setRefusals(problem.fields)
      showProblem(problem)
    } finally {
      isSaving.current = false
      setPending(false)
    }
  }

  /** What was made has a link to it; without the code for that the words alone are told. */
  const tellSaved = async ({ text, record }: { readonly text: string; readonly record: FormValues }) => {
    const making = form.mode === 'create' && (await import('../shared/records/madeRecord.tsx').catch(() => null))
    if (making) making.tellMade(text, making.createdAddress(screen, record), navigate)
    else notify.success(text)
  }

  const compare = async (recordId: number | string, mine: FormValues, start: FormStart) => {
    try {
      const theirs = await getRecord(http, screen.api.get, recordId)
      setConflict({ merge: mergeChanges(form, start.base, mine, theirs), mine, theirs })
    } catch (problem) {
      // Gone altogether, or not readable any more; what was entered stays in the form.
      notify.error(messages.M10)
      showProblem(problem)
    }
  }

  return { isPending, refusals, conflict, save, isSaving: () => isSaving.current, dismissConflict: () => setConflict(null) }
}

function isId(id: unknown): id is number | string {
  return typeof id === 'number' || typeof id === 'string'
}
