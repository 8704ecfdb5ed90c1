import { useCallback } from 'react'
import { useLoad } from '../../client/load/useLoad.ts'
import type { OfferedDashboards } from '../../language/dashboard/resolved.ts'
import { useDocumentEvents } from '../screen/useDocumentEvents.ts'

/** The dashboard of the reader, and again when the server says that a dashboard has changed. */
export function useOffered(name: string | null) {
  const loaded = useLoad(
    (http, signal) => http.get<OfferedDashboards>('/api/dashboards', { signal, quiet: true, ...(name !== null && { params: { name } }) }),
    [name],
  )
  const { reload } = loaded
  useDocumentEvents(
    useCallback(
      (event) => {
        if (event.kind === 'dashboard' || event.kind === 'reopened') reload()
      },
      [reload],
    ),
  )
  return loaded
}
