import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useHttp } from '../http/HttpContext.tsx'
import type { HttpClient } from '../http/httpClient.ts'
import { failureOf, type LoadFailure } from './loadFailure.ts'

/** State of something loaded for one place of the page. The last answer stays while the next one is loading, and when that fails. */
export type Load<T> = (
  | { readonly state: 'loading'; readonly data: T | null; readonly failure: LoadFailure | null }
  | { readonly state: 'ready'; readonly data: T; readonly failure: null }
  | { readonly state: 'error'; readonly data: T | null; readonly failure: LoadFailure }
) & { readonly reload: () => void }

type Read<T> = (http: HttpClient, signal: AbortSignal) => Promise<T>

/** Identifies a request: an answer is shown only for the question object for which it was loaded. */
interface Question<T> {
  readonly read: Read<T> | null
  /** The answer, where it needs no request. */
  readonly known: T | null
}

interface Answer<T> {
  readonly question: Question<T> | null
  readonly data: T | null
  readonly failure: LoadFailure | null
}

const noAnswer = { question: null, data: null, failure: null }

/**
 * The standard way to load: when mounted, whenever one of `deps` changes, and on `reload`. A newer call aborts the older one, and a late
 * answer to an older question is dropped.
 *
 * @param read null while there is nothing to load
 * @param knownNow the answer when it is at hand already: it is there from the first drawing on, and nothing is read
 */
export function useLoad<T>(read: Read<T> | null, deps: readonly unknown[], knownNow?: () => T | null): Load<T> {
  const http = useHttp()
  const [tries, setTries] = useState(0)
  const [{ question: answered, data, failure }, setAnswer] = useState<Answer<T>>(noAnswer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says on what its question depends
  const question = useMemo<Question<T>>(() => ({ read, known: knownNow?.() ?? null }), [tries, ...deps])
  // What was known stays, like an answer, while the next one loads.
  const lastKnown = useRef<T | null>(null)
  if (question.known !== null) lastKnown.current = question.known
  // Before the browser paints what is drawn meanwhile: on a slow processor the answer comes while it does.
  useLayoutEffect(() => {
    if (question.read === null || question.known !== null) return
    const controller = new AbortController()
    const take = (step: (before: T | null) => Answer<T>) => {
      if (controller.signal.aborted) return
      const known = lastKnown.current
      lastKnown.current = null
      setAnswer((before) => step(known ?? before.data))
    }
    question.read(http, controller.signal).then(
      (next) => take(() => ({ question, data: next, failure: null })),
      (problem: unknown) => take((before) => ({ question, data: before, failure: failureOf(problem) })),
    )
    return () => controller.abort()
  }, [http, question])
  const reload = useCallback(() => setTries((before) => before + 1), [])
  // Whether an answer is pending is derived from the question, so that starting a call needs no additional render.
  if (question.known !== null) return { state: 'ready', data: question.known, failure: null, reload }
  if (answered !== question) return { state: 'loading', data: lastKnown.current ?? data, failure, reload }
  return failure === null ? { state: 'ready', data: data as T, failure, reload } : { state: 'error', data, failure, reload }
}
