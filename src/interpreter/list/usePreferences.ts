import { useCallback, useEffect, useState } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { showProblem } from '../../client/notices.ts'
import { formatPreferences, type ListPreferences, noPreferences, parsePreferences } from './preferences.ts'

/** The user's preferences of a list, read once per visit and written at every change. */
export function usePreferences(uri: string): readonly [ListPreferences, (next: ListPreferences) => void] {
  const http = useHttp()
  const [preferences, setPreferences] = useState(noPreferences)
  const path = `/api/screens${uri}/preferences`

  useEffect(() => {
    const controller = new AbortController()
    http.get<unknown>(path, { signal: controller.signal, quiet: true }).then(
      (body) => setPreferences(parsePreferences(body)),
      () => undefined, // The list is complete without preferences; a failure here is not worth a notice.
    )
    return () => controller.abort()
  }, [http, path])

  const save = useCallback(
    (next: ListPreferences) => {
      setPreferences(next)
      http.put(path, formatPreferences(next)).catch(showProblem)
    },
    [http, path],
  )
  return [preferences, save]
}
