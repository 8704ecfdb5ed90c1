import { useCallback, useEffect, useMemo, useState } from 'react'
import { useHttp } from '../http/HttpContext.tsx'
import type { HttpClient } from '../http/httpClient.ts'
import { failureOf, type LoadFailure } from './loadFailure.ts'

/** Something read from the server for one place of the page. The last answer stays while the next one is on its way, and when that fails. */
export type Load<T> = (
  | { readonly state: 'loading'; readonly data: T | null; readonly failure: LoadFailure | null }
  | { readonly state: 'ready'; readonly data: T; readonly failure: null }
  | { readonly state: 'error'; readonly data: T | null; readonly failure: LoadFailure }
) & { readonly reload: () => void }

type Read<T> = (http: HttpClient, signal: AbortSignal) => Promise<T>

/** Identity of the question: an answer is shown only for the question object that it was read for. */
interface Question<T> {
  readonly read: Read<T> | null
}

interface Answer<T> {
  readonly question: Question<T> | null
  readonly data: T | null
  readonly failure: LoadFailure | null
}

const noAnswer = { question: null, data: null, failure: null }

/**
 * The one way to load: reads when mounted, whenever one of `deps` changes, and on `reload`. A newer call aborts the older one, and an
 * answer that arrives after a newer question is dropped.
 *
 * @param read null as long as there is nothing to ask for
 */
export function useLoad<T>(read: Read<T> | null, deps: readonly unknown[]): Load<T> {
  const http = useHttp()
  const [tries, setTries] = useState(0)
  const [{ question: answered, data, failure }, setAnswer] = useState<Answer<T>>(noAnswer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says on what its question depends
  const question = useMemo<Question<T>>(() => ({ read }), [tries, ...deps])
  useEffect(() => {
    if (question.read === null) return
    const controller = new AbortController()
    const take = (step: (before: Answer<T>) => Answer<T>) => {
      if (!controller.signal.aborted) setAnswer(step)
    }
    question.read(http, controller.signal).then(
      (next) => take(() => ({ question, data: next, failure: null })),
      (problem: unknown) => take((before) => ({ question, data: before.data, failure: failureOf(problem) })),
    )
    return () => controller.abort()
  }, [http, question])
  const reload = useCallback(() => setTries((before) => before + 1), [])
  // Whether an answer is pending is derived from the question, so that starting a call needs no extra render.
  if (answered !== question) return { state: 'loading', data, failure, reload }
  return failure === null ? { state: 'ready', data: data as T, failure, reload } : { state: 'error', data, failure, reload }
}
