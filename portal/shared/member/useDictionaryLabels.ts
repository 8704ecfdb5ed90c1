import { useMemo } from 'react'
import type { Option } from '../../../src/answers/shapes.ts'
import { useLoad } from '../../../src/client/load/useLoad.ts'

/** Labels of a dictionary by key; empty while loading and after a failure, when rows are shown without labels. */
export function useDictionaryLabels(parameter: string): ReadonlyMap<string, string> {
  const { data } = useLoad(
    (http, signal) => http.put<readonly Option[]>('/api/shared/dictionary', { parameter }, { quiet: true, signal }),
    [parameter],
  )
  return useMemo(() => new Map(data?.map(({ key, value }) => [key, value])), [data])
}
