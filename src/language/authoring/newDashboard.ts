import { dateOf } from '../dashboard/resolve.ts'
import type { Dashboard, Tile } from '../documents/dashboard.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { dictionaryOf, displayFormatOf, isSortable, isSummable } from '../entity/property.ts'
import type { ResolvedScreen } from '../resolved.ts'

/** Columns of a list on half a page. */
const listColumnsMax = 4

/**
 * Makes a first dashboard of the records of a screen. It passes the checker and can be used as it is: how many there are, the sum of the
 * first figure, its course over time, shares of the first choice, and the first rows.
 *
 * @param roles codes of the roles that get it, at least one
 */
export function newDashboard(name: string, screen: ResolvedScreen, entity: Entity, roles: readonly string[]): Dashboard {
  const shown = new Set(screen.list.columns.map(({ field }) => field))
  const fields = Object.entries(entity.properties).filter(([field]) => shown.has(field))
  const date = fields.find(([field, property]) => dateOf(entity, field) !== null && isSortable(property))?.[0]
  const sum = fields.find(([, property]) => isAmount(property))?.[0]
  // A value that names another record has as many parts as there are records.
  const choice = fields.find(([, property]) => isChoice(property) && property['x-link'] === undefined)?.[0]
  const source = { entity: entity.name, link: screen.uri }
  const measure = sum === undefined ? { count: true as const } : { sum }
  const titleOf = (field: string | undefined) => (field === undefined ? '筆數' : (entity.properties[field]?.title ?? field))
  const tiles: readonly (Tile | null)[] = [
    { kind: 'number', title: '筆數', ...source, count: true },
    sum === undefined
      ? null
      : { kind: 'number', title: titleOf(sum), ...source, ...(date && { date }), sum, ...(date && { compare: true }) },
    date === undefined
      ? null
      : { kind: 'chart', title: `${titleOf(sum)}的走勢`, ...source, date, chart: 'line', groupBy: date, ...measure },
    choice === undefined ? null : { kind: 'chart', title: titleOf(choice), ...source, chart: 'share', groupBy: choice, ...measure },
    { kind: 'list', title: entity.title, ...source, columns: listColumns(screen), sort: sortOf(screen) },
  ]
  return {
    $schema: '../language/dashboard.schema.json',
    name,
    title: screen.title,
    roles: [...roles],
    ...(date !== undefined && { period: periodOf(screen, date) }),
    tiles: tiles.filter((tile) => tile !== null),
  }
}

/** A list that limits the days of a query is not asked for a year. */
function periodOf({ list }: ResolvedScreen, date: string): NonNullable<Dashboard['period']> {
  const isLimited = list.filters.some(({ field, maxDays }) => field === date && maxDays !== undefined)
  return isLimited ? { default: 'last7Days', choices: ['last7Days', 'last30Days'] } : 'last30Days'
}

/** Something that adds up; the sum of prices or percentages means nothing. */
function isAmount(property: Property): boolean {
  return isSummable(property) && ['points', 'money', 'integer'].includes(displayFormatOf(property))
}

function isChoice(property: Property): boolean {
  return property.type === 'string' && isSortable(property) && (property.enum !== undefined || dictionaryOf(property) !== undefined)
}

function listColumns({ list }: ResolvedScreen): string[] {
  return list.columns.slice(0, listColumnsMax).map(({ field }) => field)
}

/** The order of the screen, as far as its columns show it. */
function sortOf({ list, entity }: ResolvedScreen): string[] {
  const shown = list.sort.filter(({ field }) => list.columns.some((column) => column.field === field))
  return shown.length === 0 ? [entity.key] : shown.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field))
}
