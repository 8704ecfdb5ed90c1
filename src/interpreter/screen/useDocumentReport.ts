import { useCallback } from 'react'
import { useLoad } from '../../client/load/useLoad.ts'
import { useDocumentEvents } from './useDocumentEvents.ts'

/** What the server tells those who look after the documents, read anew after each change; empty until it was read. */
export function useDocumentReport<Line>(path: string): readonly Line[] {
  const { data, reload } = useLoad((client, signal) => client.get<readonly Line[]>(path, { signal, quiet: true }), [path])
  useDocumentEvents(
    useCallback(
      (event) => {
        if (event.kind === 'diagnostics' || event.kind === 'reopened') reload()
      },
      [reload],
    ),
  )
  return data ?? []
}
