import { useRef, useState } from 'react'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { notify, showProblem } from '../../../client/notices.ts'
import { messages } from '../../../rules/messages.ts'
import { type ImportOutcome, importOutcome, importRefusal } from './importOutcome.ts'

/** State and functions of the import dialog. */
export interface Import {
  readonly outcome: ImportOutcome | null
  readonly state: 'idle' | 'checking' | 'writing'
  /** Counts refused files, because a browser does not report when the same file is chosen again after it was corrected. */
  readonly attempt: number
  /** Checks a file as soon as it is chosen; null removes it. */
  readonly choose: (file: File | null) => void
  /** Imports the checked rows. */
  readonly write: () => void
  readonly loadExample: () => void
}

/** Where a file is sent. */
export interface ImportTarget {
  readonly path: string
  readonly examplePath: string
  /** Titles of fields, for answers with rows as records. */
  readonly titles: Readonly<Record<string, string>>
  /** Texts that are sent before the file; read when it is sent. */
  readonly parts?: () => Readonly<Record<string, string>>
  /** Takes the checked rows instead of a second call, when they are for a form and nothing is stored yet. */
  readonly take?: (rows: readonly unknown[]) => void
}

/** Imports a file in two steps: the server checks it and shows the rows, then imports all of them or none. */
export function useImport({ path, examplePath, titles, parts, take }: ImportTarget, onWritten: () => void): Import {
  const http = useHttp()
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null)
  const [state, setState] = useState<Import['state']>('idle')
  const [attempt, setAttempt] = useState(0)
  const file = useRef<File | null>(null)
  // The current call. A later file, or a second click before the button is disabled, must not be mixed up with it.
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
