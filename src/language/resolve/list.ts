import type { Entity } from '../documents/entity.ts'
import type { Column, List, Screen } from '../documents/screen.ts'
import { isMasked } from '../entity/maskedFields.ts'
import { getProperty, titleOf } from '../entity/property.ts'
import { bulkEdit } from '../query/bulkEdit.ts'
import type { ResolvedColumn, ResolvedLayouts, ResolvedList } from '../resolved.ts'
import { resolveColumn, resolveColumns, resolveSort } from './columns.ts'
import { resolveItems } from './fields.ts'
import { type FilterPlaces, resolveFilter } from './filters.ts'

/** Default page size (specification 9). */
const pageSizeDefault = 25
const emptyText = '查無資料'

export function resolveList(screen: Pick<Screen, 'list'>, entity: Entity, places: FilterPlaces): ResolvedList {
  const { list } = screen
  const expand = resolveExpand(list, entity)
  return {
    columns: resolveColumns(list.columns, entity),
    filters: (list.filters ?? []).map((filter) => resolveFilter(filter, entity, places)),
    searchTitles:
      list.search === false ? [] : searchFields(entity).map((field) => titleOf(entity.properties[field] ?? { type: 'string' }, field)),
    sort: resolveSort(list.sort ?? [entity.key]),
    pageSize: list.pageSize ?? pageSizeDefault,
    totals: [...new Set([...(list.totals ?? []), ...totalColumns(list)])],
    ...(list.totalsOf && { totalsOf: list.totalsOf }),
    ...(list.totalsMinus && { totalsMinus: list.totalsMinus }),
    empty: list.empty ?? emptyText,
    ...(expand && { expand }),
    ...(list.head !== undefined && { head: list.head }),
    ...(list.tabs && { tabs: list.tabs }),
    ...(list.needs && { needs: { ...list.needs, isScoped: entity.scope !== undefined && list.needs.fields.includes(entity.scope) } }),
    ...(list.watch && { watch: list.watch }),
    views: Object.entries(list.views ?? {}).map(([name, view]) => ({ name, ...view })),
    toolbar: list.toolbar ?? [],
    rowActions: list.rowActions ?? [],
    bulkActions: [...(list.bulkActions ?? []), ...(list.bulkEdit === undefined ? [] : [bulkEdit])],
    ...(list.inlineEdit && { inlineEdit: list.inlineEdit }),
    ...(list.layouts && { layouts: resolveLayouts(list.layouts, list.rowActions ?? [], entity) }),
  }
}

function resolveLayouts(
  { board, ...others }: NonNullable<List['layouts']>,
  rowActions: readonly string[],
  { transitions = {} }: Entity,
): ResolvedLayouts {
  if (board === undefined) return others
  const moves = rowActions.flatMap((name) => {
    const step = Object.hasOwn(transitions, name) ? transitions[name] : undefined
    return step?.field === board.by ? [[name, step.to] as const] : []
  })
  return { board: { ...board, cards: board.cards ?? [], moves: Object.fromEntries(moves) }, ...others }
}

/** Fields that the search box searches; never masked ones, because a search matches parts of a value. */
export function searchFields(entity: Entity): readonly string[] {
  return Object.entries(entity.properties)
    .filter(([, property]) => property['x-search'] === true && !isMasked(property))
    .map(([field]) => field)
}

function totalColumns(list: List): readonly string[] {
  return list.columns.flatMap((column) => (typeof column === 'object' && column.total === true ? [column.field] : []))
}

function resolveExpand(list: List, entity: Entity): ResolvedList['expand'] {
  if (list.expand === undefined) return undefined
  return typeof list.expand === 'string'
    ? { kind: 'child', child: list.expand }
    : { kind: 'fields', fields: list.expand.map((field) => detailColumn(field, entity)) }
}

/** A column of 展開, where a list of objects has the room to be a table. */
function detailColumn(column: Column, entity: Entity): ResolvedColumn {
  const resolved = resolveColumn(column, entity)
  const { items } = getProperty(entity, resolved.field)
  return items?.type === 'object' && resolved.format === 'json' ? { ...resolved, items: resolveItems(items, 'view') } : resolved
}
