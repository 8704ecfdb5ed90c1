import type { Catalog } from '../catalog/catalog.ts'
import type { ChartTile, Dashboard, ListTile, NumberTile, Tile, TileSource } from '../documents/dashboard.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { dashboardPeriods } from '../documents/vocabulary.ts'
import { dictionaryOf, displayFormatOf, findProperty } from '../entity/property.ts'
import { resolveColumn, resolveSort } from '../resolve/columns.ts'
import { contentHash } from '../resolve/contentHash.ts'
import { countColumn, resolveGroup } from '../resolve/report.ts'
import type { ResolvedColumn, ResolvedScreen } from '../resolved.ts'
import { type AllowedFields, allowedFields } from '../rights/allowedFields.ts'
import type { Measure, ResolvedDashboard, ResolvedSource, ResolvedTile, ShownTile, TileDate, TileQuestion } from './resolved.ts'

const periodDefault = 'last30Days'

const widths: { readonly [Kind in Tile['kind']]: number } = { number: 3, chart: 6, list: 6, todo: 4, text: 12 }
const groupsDefault = 8
const rowsDefault = 5
/** Decimals of an average whose field has none. */
const averageDecimals = 1

type Documents = Pick<Catalog, 'dashboards' | 'screens' | 'entities'>

const resolved = new WeakMap<Documents, ReadonlyMap<string, ResolvedDashboard>>()

/** What a document was resolved to last, with the entities and parts of screens that it read: it is the same as long as these are. */
interface Kept {
  readonly parts: readonly unknown[]
  readonly dashboard: ResolvedDashboard
}

const kept = new WeakMap<Dashboard, Kept>()

/** The dashboards of a catalog, by name. Tiles that do not fit its entities and screens, which only a kept old version can have, are left out. */
export function dashboardsOf(catalog: Documents): ReadonlyMap<string, ResolvedDashboard> {
  const known = resolved.get(catalog)
  if (known !== undefined) return known
  const made = new Map([...catalog.dashboards.values()].map((one) => [one.name, recalled(one, catalog)] as const))
  resolved.set(catalog, made)
  return made
}

function recalled(document: Dashboard, documents: Documents): ResolvedDashboard {
  const named = new Set(document.tiles.flatMap(entitiesOfTile))
  const screens = [...documents.screens.values()].filter(({ entity }) => named.has(entity.name))
  const parts = [...[...named].map((name) => documents.entities.get(name)), ...screens.flatMap(partsRead)]
  const former = kept.get(document)
  if (former?.parts.length === parts.length && former.parts.every((part, index) => part === parts[index])) return former.dashboard
  const dashboard = resolveDashboard(document, documents)
  kept.set(document, { parts, dashboard })
  return dashboard
}

/** Of a screen that was saved, the parts that say the same as before are the same objects; its own title is not read here. */
const partsRead = ({ title: _, hash: __, ...read }: ResolvedScreen): readonly unknown[] => Object.values(read)

function entitiesOfTile(tile: Tile): readonly string[] {
  if (tile.kind === 'text') return []
  return tile.kind === 'todo' ? tile.items.map(({ entity }) => entity) : [tile.entity]
}

function resolveDashboard(document: Dashboard, documents: Documents): ResolvedDashboard {
  const { name, title, roles, period = periodDefault } = document
  const seen = new Map<string, number>()
  const tiles = document.tiles.flatMap((tile) => {
    const hash = contentHash(tile).slice(0, 12)
    const count = (seen.get(hash) ?? 0) + 1
    seen.set(hash, count)
    return resolveTile(tile, count === 1 ? hash : `${hash}${count}`, documents) ?? []
  })
  const whole = {
    name,
    title,
    roles,
    period: typeof period === 'string' ? { default: period, choices: dashboardPeriods } : period,
    tiles,
  }
  return { ...whole, hash: contentHash(whole) }
}

/** Null when the tile does not fit the documents. */
function resolveTile(tile: Tile, id: string, documents: Documents): ResolvedTile | null {
  const base = { id, title: tile.title ?? '', width: tile.width ?? widths[tile.kind] }
  if (tile.kind === 'text') {
    return { shown: { ...base, kind: 'text', text: tile.text }, sources: [], question: { kind: 'nothing' } }
  }
  if (tile.kind === 'todo') {
    const sources = tile.items.flatMap((item) => resolveSource({ ...item, needed: [] }, documents) ?? [])
    return sources.length === 0 ? null : { shown: { ...base, kind: 'todo' }, sources, question: { kind: 'counts' } }
  }
  const entity = documents.entities.get(tile.entity)
  const needed = fieldsOfTile(tile)
  if (entity === undefined || needed.some((field) => findProperty(entity, field) === undefined)) return null
  const source = resolveSource({ ...tile, needed }, documents)
  if (source === null) return null
  const { shown, question } = drawn(tile, entity, base)
  return { shown, sources: [source], question }
}

type DataTile = NumberTile | ChartTile | ListTile
type Base = Pick<ShownTile, 'id' | 'title' | 'width'>

function drawn(tile: DataTile, entity: Entity, base: Base): { readonly shown: ShownTile; readonly question: TileQuestion } {
  const isDated = tile.date !== undefined
  if (tile.kind === 'number') {
    const { stock = false, compare = false } = tile
    const measure = measureOf(tile)
    const column = { ...measureColumn(measure, entity), title: tile.title }
    return { shown: { ...base, kind: 'number', measure: column, isDated, compare }, question: { kind: 'number', measure, stock, compare } }
  }
  if (tile.kind === 'chart') {
    const group = resolveGroup(tile.groupBy, entity)
    const series = tile.series === undefined ? {} : { series: resolveColumn(tile.series, entity) }
    const measures = measuresOf(tile)
    const columns = measures.map((measure) => measureColumn(measure, entity))
    return {
      shown: { ...base, kind: 'chart', chart: tile.chart, isDated, group, ...series, measures: columns },
      question: { kind: 'chart', group, ...series, measures, limit: tile.limit ?? groupsDefault },
    }
  }
  const limit = tile.limit ?? rowsDefault
  if (tile.groupBy !== undefined) {
    const group = resolveGroup(tile.groupBy, entity)
    const measure = measureOf(tile)
    return {
      shown: { ...base, kind: 'list', isDated, ranked: true, columns: [group, measureColumn(measure, entity)] },
      question: { kind: 'rank', group, measure, limit },
    }
  }
  const columns = (tile.columns ?? [entity.key, entity.label]).map((column) => resolveColumn(column, entity))
  return {
    shown: { ...base, kind: 'list', isDated, ranked: false, columns },
    question: { kind: 'rows', columns, sort: resolveSort(tile.sort ?? [entity.key]), limit },
  }
}

/** Fields of the entity that a tile reads, apart from its conditions. */
export function fieldsOfTile(tile: DataTile): readonly string[] {
  const group = tile.kind === 'number' ? undefined : tile.groupBy
  const columns = tile.kind === 'list' && group === undefined ? (tile.columns ?? []) : []
  const sort = tile.kind === 'list' && group === undefined ? (tile.sort ?? []) : []
  return [
    ...new Set([
      ...(tile.date === undefined ? [] : [tile.date]),
      ...[tile.sum ?? []].flat(),
      ...(tile.kind === 'number' && tile.average !== undefined ? [tile.average] : []),
      ...(group === undefined ? [] : [typeof group === 'string' ? group : group.field]),
      ...(tile.kind === 'chart' && tile.series !== undefined ? [tile.series] : []),
      ...columns.map((column) => (typeof column === 'string' ? column : column.field)),
      ...sort.map((key) => key.replace(/^-/, '')),
    ]),
  ]
}

interface SourceInput extends TileSource {
  readonly title: string
  readonly date?: string
  /** Fields that have to be visible on the screen. */
  readonly needed: readonly string[]
}

function resolveSource(given: SourceInput, documents: Documents): ResolvedSource | null {
  const entity = documents.entities.get(given.entity)
  if (entity === undefined) return null
  const screens = screensFor(given, entity, documents.screens.values())
  const date = given.date === undefined ? undefined : dateOf(entity, given.date)
  if (screens.length === 0 || date === null) return null
  const { title, view = null, filter, needed } = given
  return {
    title,
    entity: entity.name,
    screens: screens.map(({ uri }) => uri),
    fields: needed,
    view,
    ...(filter && { filter }),
    ...(date && { date }),
  }
}

/** Screens through which a source can be read: the one that it names, or all of its entity; they must have its view and show its fields. */
export function screensFor(
  { link, view, needed }: Pick<SourceInput, 'link' | 'view' | 'needed'>,
  entity: Entity,
  screens: Iterable<ResolvedScreen>,
): readonly ResolvedScreen[] {
  return [...screens]
    .filter((screen) => screen.entity.name === entity.name && (link === undefined || screen.uri === link))
    .filter((screen) => view === undefined || screen.list.views.some((one) => one.name === view))
    .filter((screen) => showsFields(screen, entity, needed))
    .sort((left, right) => (left.uri < right.uri ? -1 : 1))
}

const shownFields = new WeakMap<ResolvedScreen, { readonly entity: Entity; readonly allowed: AllowedFields }>()

/** True when a screen, perhaps restricted to a user, shows these fields in its list or in a form. */
export function showsFields(screen: ResolvedScreen, entity: Entity, fields: readonly string[]): boolean {
  const known = shownFields.get(screen)
  const allowed = known?.entity === entity ? known.allowed : allowedFields(screen, entity)
  if (allowed !== known?.allowed) shownFields.set(screen, { entity, allowed })
  return fields.every((field) => allowed.record.has(field) || allowed.filter.has(field))
}

/** Null when the field holds neither days nor months. */
export function dateOf(entity: Entity, field: string): TileDate | null {
  const property = findProperty(entity, field)
  if (property?.format === 'date') return { field, kind: 'date' }
  if (property?.format === 'date-time') return { field, kind: 'dateTime' }
  return property !== undefined && holdsMonth(property) ? { field, kind: 'month' } : null
}

/** Periods of accounting are months too, offered by a dictionary. Those of another rhythm have no place in a line by month. */
function holdsMonth(property: Property): boolean {
  return property.format === 'month' || displayFormatOf(property) === 'month' || dictionaryOf(property)?.name === 'Period'
}

function measureOf({ sum, ...tile }: NumberTile | ListTile): Measure {
  if (sum !== undefined) return { op: 'sum', name: sum }
  if (tile.kind === 'number' && tile.average !== undefined) return { op: 'average', name: tile.average }
  return { op: 'count', name: countColumn.field }
}

function measuresOf({ sum }: ChartTile): readonly Measure[] {
  if (sum === undefined) return [{ op: 'count', name: countColumn.field }]
  return [sum].flat().map((name) => ({ op: 'sum', name }))
}

function measureColumn({ op, name }: Measure, entity: Entity): ResolvedColumn {
  if (op === 'count') return countColumn
  const column = resolveColumn(name, entity)
  const isWhole = column.format === 'integer' || column.format === 'points' || column.format === 'money'
  return op === 'average' && isWhole ? { ...column, format: 'price', decimals: averageDecimals } : column
}
