import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ReadyTiles } from '../../answers/dashboards.ts'
import { type Load, useLoad } from '../../client/load/useLoad.ts'
import type { OfferedDashboards } from '../../language/dashboard/resolved.ts'
import { useDocumentEvents } from '../screen/useDocumentEvents.ts'

/** Parameter of the address: the dashboard of somebody who has several. */
export const dashboardParam = 'dashboard'

/** Parameter of the address: the chosen period. */
export const periodParam = 'period'

export interface OfferedBoard extends OfferedDashboards {
  /** Tiles that are not among them are asked for one by one. */
  readonly ready?: ReadyTiles | null
}

/**
 * The dashboard of the reader, and again when the server says that a dashboard has changed. A module of its own: the page asks for it
 * while the code that draws dashboards is still on its way.
 */
export function useOffered(): Load<OfferedBoard> {
  const [address] = useSearchParams()
  const name = address.get(dashboardParam)
  const period = address.get(periodParam)
  const params = { ...(name !== null && { name }), ...(period !== null && { period }) }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period is a matter of the tiles that have one
  const loaded = useLoad((http, signal) => http.get<OfferedBoard>('/api/dashboards', { signal, quiet: true, params }), [name])
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
