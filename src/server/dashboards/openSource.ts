import type { FastifyInstance } from 'fastify'
import { readableScreen } from '../../language/dashboard/readableScreen.ts'
import type { ResolvedDashboard, ResolvedSource, ResolvedTile, ShownDashboard, ShownTile } from '../../language/dashboard/resolved.ts'
import { linkedColumns } from '../../language/dashboard/tileColumns.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'

/** A source with the screen through which this reader reads it, restricted to the reader. */
export interface OpenSource {
  readonly source: ResolvedSource
  readonly screen: ResolvedScreen
}

/** Null when the reader may open no screen that shows the fields of the source. */
export function openSource({ documents }: Pick<FastifyInstance, 'documents'>, actor: Actor, source: ResolvedSource): OpenSource | null {
  const entity = documents.entity(source.entity)
  if (!entity) return null
  const screen = readableScreen(source, entity, (uri) => {
    const whole = documents.screen(uri)
    return whole && actor.permissions.has(`${whole.resource}.view`) ? documents.restricted(whole, actor) : null
  })
  return screen && { source, screen }
}

/** Dashboards of the reader's roles, in the order of their names. */
export function dashboardsFor({ documents }: Pick<FastifyInstance, 'documents'>, actor: Actor): readonly ResolvedDashboard[] {
  return [...documents.dashboards().values()]
    .filter(({ roles }) => roles.some((role) => actor.roles.includes(role)))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}

/** The dashboard as this reader sees it: a tile whose records the reader may not see is not there. */
export function shownTo(app: Pick<FastifyInstance, 'documents'>, actor: Actor, dashboard: ResolvedDashboard): ShownDashboard {
  const tiles = dashboard.tiles.flatMap((tile) => shownTile(app, actor, tile) ?? [])
  const { name, title, hash, period } = dashboard
  return { name, title, hash, period: tiles.some(isDated) ? period : null, tiles }
}

function isDated(tile: ShownTile): boolean {
  return 'isDated' in tile && tile.isDated
}

function shownTile(app: Pick<FastifyInstance, 'documents'>, actor: Actor, { shown, sources }: ResolvedTile): ShownTile | null {
  if (shown.kind === 'text') return shown
  const [open] = sources.flatMap((source) => openSource(app, actor, source) ?? [])
  if (open === undefined) return null
  return shown.kind === 'list' ? { ...shown, columns: linkedColumns(shown.columns, open.screen) } : shown
}
