import { useCallback, useEffect, useRef, useState } from 'react'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { showProblem } from '../../../client/notices.ts'
import { type ListPreferences, noPreferences, type PreferencesStep } from './preferences.ts'
import { changePreferences, forgetPreferences, keptPreferences, readPreferences } from './preferencesCall.ts'

export interface KeptPreferences {
  readonly preferences: ListPreferences
  /** False until the server has answered, because the initial view depends on it. */
  readonly isReady: boolean
  /** Applies a change at once and stores it: to what is shown, and to what the server has by then. */
  readonly change: (step: PreferencesStep) => void
}

/** The user's preferences of a list, as they came with its screen or else read once per visit, and stored at every change. */
export function usePreferences(uri: string): KeptPreferences {
  const http = useHttp()
  const [read, setRead] = useState(() => keptPreferences(http, uri))
  const latest = useRef(read ?? noPreferences)
  const waiting = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    let isGone = false
    const isKept = keptPreferences(http, uri) !== null
    forgetPreferences(http, uri)
    if (isKept) return
    void readPreferences(http, uri).then((preferences) => {
      if (isGone) return
      latest.current = preferences
      setRead(preferences)
    })
    return () => {
      isGone = true
    }
  }, [http, uri])

  const change = useCallback(
    (step: PreferencesStep) => {
      const show = (preferences: ListPreferences) => {
        latest.current = preferences
        setRead(preferences)
      }
      show({ ...latest.current, ...step(latest.current) })
      // One after the other: each begins with what the one before has stored.
      const own = waiting.current.then(() => changePreferences(http, uri, step))
      const last = own.then((stored) => {
        if (waiting.current === last && !isSame(stored, latest.current)) show(stored)
      }, showProblem)
      waiting.current = last
    },
    [http, uri],
  )
  return { preferences: read ?? noPreferences, isReady: read !== null, change }
}

/** What is stored is mostly what is shown already: the same in new objects would draw each row once more. */
function isSame(stored: ListPreferences, shown: ListPreferences): boolean {
  return JSON.stringify(stored) === JSON.stringify(shown)
}
