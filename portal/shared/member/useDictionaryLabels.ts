import { useEffect, useState } from 'react'
import type { Option } from '../../../src/answers/shapes.ts'
import { useHttp } from '../../../src/client/http/HttpContext.tsx'

const none: ReadonlyMap<string, string> = new Map()

/** Labels of a dictionary by key; none until they have come, and none when they do not come: rows then stand without them. */
export function useDictionaryLabels(parameter: string): ReadonlyMap<string, string> {
  const http = useHttp()
  const [labels, setLabels] = useState(none)
  useEffect(() => {
    const leaving = new AbortController()
    http
      .put<readonly Option[]>('/api/shared/dictionary', { parameter }, { quiet: true, signal: leaving.signal })
      .then((options) => setLabels(new Map(options.map(({ key, value }) => [key, value]))))
      .catch(() => undefined)
    return () => leaving.abort()
  }, [http, parameter])
  return labels
}
