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
  const [attempt, setAttempt] = useState(0)
  const file = useRef<File | null>(null)
  const { state, isRunning, send, forget } = useCurrentCall(titles, (next) => {
    setOutcome(next)
    if (next.kind === 'refused') setAttempt((before) => before + 1)
    if (next.kind !== 'done') return
    notify.success(next.count === null ? messages.M04 : `匯入成功，共 ${next.count} 筆`)
    onWritten()
  })
  const upload = (chosen: File, query: string) => {
    const form = new FormData()
    for (const [name, text] of Object.entries(parts?.() ?? {})) form.append(name, text)
    form.append('file', chosen)
    return http.upload<unknown>(`${path}${query}`, form)
  }
  const choose = (chosen: File | null) => {
    file.current = chosen
    setOutcome(null)
    if (chosen === null) forget()
    else void send('checking', () => upload(chosen, '?check=true'))
  }
  const write = () => {
    const chosen = file.current
    if (isRunning() || outcome?.kind !== 'checked' || chosen === null) return
    const { next } = outcome
    if (take) {
      take(outcome.values)
      return onWritten()
    }
    void send('writing', () => (next === null ? upload(chosen, '') : http.post<unknown>(next.path, { rows: next.rows }, { quiet: true })))
  }
  return { outcome, state, attempt, choose, write, loadExample: () => void http.download(examplePath).catch(showProblem) }
}

/** The current call. A later file, or a second click before the button is disabled, must not be mixed up with it. */
function useCurrentCall(titles: ImportTarget['titles'], onOutcome: (outcome: ImportOutcome) => void) {
  const [state, setState] = useState<Import['state']>('idle')
  const running = useRef<object | null>(null)
  const forget = () => {
    running.current = null
    setState('idle')
  }
  const send = async (during: 'checking' | 'writing', call: () => Promise<unknown>) => {
    const own = {}
    running.current = own
    setState(during)
    try {
      const next = importOutcome(await call(), titles)
      if (running.current === own) onOutcome(next)
    } catch (problem) {
      const refusal = importRefusal(problem)
      if (refusal === null) showProblem(problem)
      else if (running.current === own) onOutcome(refusal)
    } finally {
      if (running.current === own) forget()
    }
  }
  return { state, isRunning: () => running.current !== null, send, forget }
}
