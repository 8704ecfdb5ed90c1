import { useCallback, useEffect, useState } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'

/** Something read from the server; the value read last is kept while it is read again. */
export interface Reading<T> {
  readonly state: 'loading' | 'ready' | 'error'
  readonly value: T | undefined
  /** Text of the failure, for state `error`. */
  readonly text: string
  readonly retry: () => void
}

/** Reads whenever `read` changes: give it a stable identity by `useCallback`. An answer that comes too late is dropped. */
export function useRead<T>(read: (http: HttpClient, signal: AbortSignal) => Promise<T>): Reading<T> {
  const http = useHttp()
  const [result, setResult] = useState<Omit<Reading<T>, 'retry'>>({ state: 'loading', value: undefined, text: '' })
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try reads the same again
  useEffect(() => {
    const controller = new AbortController()
    setResult((before) => ({ ...before, state: 'loading' }))
    read(http, controller.signal).then(
      (value) => setResult({ state: 'ready', value, text: '' }),
      (problem: unknown) => {
        if (!isHttpProblem(problem)) throw problem
        if (problem.kind !== 'aborted') setResult((before) => ({ ...before, state: 'error', text: problem.text }))
      },
    )
    return () => controller.abort()
  }, [http, read, tries])

  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { ...result, retry }
}
