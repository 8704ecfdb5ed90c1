import { useRef, useState } from 'react'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { notify, showProblem } from '../../../client/notices.ts'
import { messages } from '../../../rules/messages.ts'
import { type ImportOutcome, importOutcome, importRefusal } from './importOutcome.ts'

/** What the dialog of an import shows, and what its buttons do. */
export interface Import {
  readonly outcome: ImportOutcome | null
  readonly state: 'idle' | 'checking' | 'writing'
  /** Counts the files that were refused: a browser tells nothing when the same file is chosen again after it was mended. */
  readonly attempt: number
  /** Has a file checked as soon as it is chosen; null takes it back. */
  readonly choose: (file: File | null) => void
  /** Writes what was checked. */
  readonly write: () => void
  readonly loadExample: () => void
}

/** Where a file goes. */
export interface ImportTarget {
  readonly path: string
  readonly examplePath: string
  /** Titles of fields, for rows that come as records. */
  readonly titles: Readonly<Record<string, string>>
  /** Read when a file is sent: texts that go before it. */
  readonly parts?: () => Readonly<Record<string, string>>
  /** Takes the checked rows in place of a second call: they are for a form, and nothing is written yet. */
  readonly take?: (rows: readonly unknown[]) => void
}

/** Imports a file in two steps: the server checks and shows it, then writes all rows or none. */
export function useImport({ path, examplePath, titles, parts, take }: ImportTarget, onWritten: () => void): Import {
  const http = useHttp()
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null)
  const [state, setState] = useState<Import['state']>('idle')
  const [attempt, setAttempt] = useState(0)
  const file = useRef<File | null>(null)
  // The call whose answer counts: a later file, or a second click before the button is drawn disabled, must not mix with it.
  const running = useRef<object | null>(null)

  const finish = (next: ImportOutcome) => {
    setOutcome(next)
    if (next.kind === 'refused') setAttempt((before) => before + 1)
    if (next.kind !== 'done') return
    notify.success(next.count === null ? messages.M04 : `匯入成功，共 ${next.count} 筆`)
    onWritten()
  }
  const send = async (during: 'checking' | 'writing', call: () => Promise<unknown>) => {
    const own = {}
    running.current = own
    setState(during)
    try {
      const next = importOutcome(await call(), titles)
      if (running.current === own) finish(next)
    } catch (problem) {
      const refusal = importRefusal(problem)
      if (refusal === null) showProblem(problem)
      else if (running.current === own) finish(refusal)
    } finally {
      if (running.current === own) {
        running.current = null
        setState('idle')
      }
    }
  }
  const upload = (chosen: File, query: string) => {
    const form = new FormData()
    for (const [name, text] of Object.entries(parts?.() ?? {})) form.append(name, text)
    form.append('file', chosen)
    return http.upload<unknown>(`${path}${query}`, form)
  }

  return {
    outcome,
    state,
    attempt,
    choose: (chosen) => {
      file.current = chosen
      running.current = null
      setOutcome(null)
      if (chosen === null) setState('idle')
      else void send('checking', () => upload(chosen, '?check=true'))
    },
    write: () => {
      const chosen = file.current
      if (running.current !== null || outcome?.kind !== 'checked' || chosen === null) return
      const { next } = outcome
      if (take) {
        take(outcome.values)
        return onWritten()
      }
      void send('writing', () => (next === null ? upload(chosen, '') : http.post<unknown>(next.path, { rows: next.rows }, { quiet: true })))
    },
    loadExample: () => void http.download(examplePath).catch(showProblem),
  }
}
