import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { ReadyTiles } from '../../answers/dashboards.ts'
import type { ResolvedDashboard, ShownDashboard } from '../../language/dashboard/resolved.ts'
import type { DashboardPeriod } from '../../language/documents/vocabulary.ts'
import type { Actor } from '../platform/actor.ts'
import type { TileReadings } from './tileReadings.ts'

/** How long a dashboard waits for its numbers. */
const readyMs = 300

type Ready = Static<typeof ReadyTiles>

/**
 * The numbers that are there at once, so that a page needs no second call for them. A tile that takes longer or fails is not among them: the
 * page asks for that one alone, and shows its failure in its place.
 */
export async function readyTiles(
  readings: TileReadings,
  actor: Actor,
  { whole, shown, period }: { readonly whole: ResolvedDashboard; readonly shown: ShownDashboard; readonly period: DashboardPeriod },
): Promise<Ready> {
  const ids = new Set(shown.tiles.flatMap(({ kind, id }) => (kind === 'text' ? [] : [id])))
  const found = new Map<string, Ready['tiles'][string]>()
  const begun = whole.tiles
    .filter((tile) => ids.has(tile.shown.id))
    .map(async (tile) => found.set(tile.shown.id, await readings.read(actor, tile, period)))
  await Promise.race([Promise.allSettled(begun), sleep(readyMs, undefined, { ref: false })])
  return { period, tiles: Object.fromEntries(found) }
}
