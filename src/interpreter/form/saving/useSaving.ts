import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useConfirm } from '../../../client/dialogs/DialogProvider.tsx'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import { isHttpProblem } from '../../../client/http/problem.ts'
import { notify, showProblem } from '../../../client/notices.ts'
import { useSend } from '../../../client/send/useSend.ts'
import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import { messages } from '../../../rules/messages.ts'
import { getRecord } from '../../shared/calls/recordCalls.ts'
import type { FormStart } from '../values/formDraft.ts'
import type { FormScope, FormValues } from '../values/formScope.ts'
import { type Merge, mergeChanges } from '../values/mergeChanges.ts'
import { writeRecord } from './writeRecord.ts'

/** A record that somebody else changed meanwhile, and the result of merging. */
export interface Conflict {
  readonly merge: Merge
  readonly mine: FormValues
  readonly theirs: FormValues
}

interface SavingOptions {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  /** Id of the stored record; undefined for a new one. */
  readonly id: unknown
  readonly onSaved: (record: FormValues) => void
}

/** Saves a form, one save at a time. The server's errors become texts by field, or a conflict to merge. */
export function useSaving({ screen, form, id, onSaved }: SavingOptions) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { isSending, isUnderWay, refusals, send } = useSend()
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const save = (values: FormValues, start: FormStart, scope: FormScope) =>
    send(async (http) => {
      try {
        const answer = await writeRecord({ http, confirm, screen, form, id, start, values, scope })
        await tellSaved(answer)
        onSaved(answer.record)
      } catch (problem) {
        if (!isHttpProblem(problem) || problem.code !== 'M10' || !isId(id)) throw problem
        await compare(http, id, values, start)
      }
    })

  /** The notice after a create links to the new record. If the code for that cannot be loaded, only the text is shown. */
  const tellSaved = async ({ text, record }: { readonly text: string; readonly record: FormValues }) => {
    const making = form.mode === 'create' && (await import('../../shared/records/madeRecord.tsx').catch(() => null))
    if (making) making.tellMade(text, making.createdAddress(screen, record), navigate)
    else notify.success(text)
  }

  const compare = async (http: HttpClient, recordId: number | string, mine: FormValues, start: FormStart) => {
    try {
      const theirs = await getRecord(http, screen.api.get, recordId)
      setConflict({ merge: mergeChanges(form, start.base, mine, theirs), mine, theirs })
    } catch (problem) {
      // The record is gone or can no longer be read; the input stays in the form.
      notify.error(messages.M10)
      showProblem(problem)
    }
  }

  return { isSending, isUnderWay, refusals, conflict, save, dismissConflict: () => setConflict(null) }
}

function isId(id: unknown): id is number | string {
  return typeof id === 'number' || typeof id === 'string'
}
