import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Load, useLoad } from '../../client/load/useLoad.ts'
import type { OfferedDashboards } from '../../language/dashboard/resolved.ts'
import { useDocumentEvents } from '../screen/useDocumentEvents.ts'

/** Parameter of the address: the dashboard of somebody who has several. */
export const dashboardParam = 'dashboard'

/**
 * The dashboard of the reader, and again when the server says that a dashboard has changed. A module of its own: the page asks for it
 * while the code that draws dashboards is still on its way.
 */
export function useOffered(): Load<OfferedDashboards> {
  const [address] = useSearchParams()
  const name = address.get(dashboardParam)
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
