import { useCallback, useEffect, useRef, useState } from 'react'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { showProblem } from '../../../client/notices.ts'
import { type ListPreferences, noPreferences } from './preferences.ts'
import { forgetPreferences, readPreferences, writePreferences } from './preferencesCall.ts'

export interface KeptPreferences {
  readonly preferences: ListPreferences
  /** False until the server has answered, because the initial view depends on it. */
  readonly isReady: boolean
  /** Applies a change at once and stores it. */
  readonly change: (part: Partial<ListPreferences>) => void
}

/** The user's preferences of a list, loaded once per visit and stored at every change. */
export function usePreferences(uri: string): KeptPreferences {
  const http = useHttp()
  const [read, setRead] = useState<ListPreferences | null>(null)
  const latest = useRef(noPreferences)
  useEffect(() => {
    let isGone = false
    void readPreferences(http, uri).then((preferences) => {
      if (isGone) return
      latest.current = preferences
      setRead(preferences)
    })
    return () => {
      isGone = true
      forgetPreferences(http, uri)
    }
  }, [http, uri])

  const change = useCallback(
    (part: Partial<ListPreferences>) => {
      latest.current = { ...latest.current, ...part }
      setRead(latest.current)
      writePreferences(http, uri, latest.current).catch(showProblem)
    },
    [http, uri],
  )
  return { preferences: read ?? noPreferences, isReady: read !== null, change }
}

/** Loads the preferences in parallel with the document. */
export function useEarlyPreferences(uri: string): void {
  const http = useHttp()
  useEffect(() => {
    void readPreferences(http, uri)
    return () => forgetPreferences(http, uri)
  }, [http, uri])
}
