import { useMemo } from 'react'
import type { ReadyTiles, TileData } from '../../answers/dashboards.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { type Load, useLoad } from '../../client/load/useLoad.ts'
import type { ShownTile } from '../../language/dashboard/resolved.ts'
import type { DashboardPeriod } from '../../language/documents/vocabulary.ts'

export interface AskedTile {
  readonly tile: ShownTile
  readonly dashboard: string
  /** Null for a tile without a date. */
  readonly period: DashboardPeriod | null
  /** Numbers that came with the dashboard. */
  readonly ready: ReadyTiles | null
}

/** The numbers of a tile for a period: those that came with the dashboard, otherwise by a call of its own. */
export function useTileData({ tile: { id }, dashboard, period, ready }: AskedTile): Load<TileData> {
  const known = ready?.tiles[id]
  const isGiven = known !== undefined && (period === null || period === ready?.period)
  const read = useMemo(() => {
    const params = period === null ? {} : { period }
    const path = `/api/dashboards/${dashboard}/tiles/${id}`
    return isGiven ? null : (http: HttpClient, signal: AbortSignal) => http.get<TileData>(path, { signal, quiet: true, params })
  }, [dashboard, id, period, isGiven])
  const asked = useLoad(read, [read])
  if (isGiven) return { data: known, state: 'ready', failure: null, reload: asked.reload }
  // Those of the period before stay while another one is asked for.
  return asked.state === 'loading' ? { ...asked, data: asked.data ?? known ?? null } : asked
}
