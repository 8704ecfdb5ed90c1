import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { displayFormatOf } from '../entity/property.ts'
import { filterKindOf } from '../resolve/filters.ts'

/** Limits for a first list, so that it fits on a laptop without horizontal scrolling. */
const columnsMax = 10
const filtersMax = 8

/**
 * Makes a first screen for an entity. It passes the checker and can be used as it is: key and label first, then fields that fit a column;
 * filters for choices and dates; all buttons that the entity allows. Forms use their defaults.
 *
 * @param onlyReads for a table that the screen may show but not change
 */
export function newScreen(uri: string, entity: Entity, onlyReads = false): Screen {
  const columns = columnFields(entity)
  const isReadonly = onlyReads || entity.readonly === true
  const transitions = isReadonly ? [] : Object.keys(entity.transitions ?? {})
  const bulk = transitions.filter((name) => entity.transitions?.[name]?.bulk === true)
  return {
    $schema: '../../language/screen.schema.json',
    uri,
    title: entity.title,
    icon: 'list_alt',
    entity: entity.name,
    list: {
      columns: columns.map((field) => (field === entity.key ? { field, link: 'view' as const } : field)),
      filters: filterFields(entity),
      sort: [entity.key],
      toolbar: isReadonly ? ['export'] : ['create', 'export'],
      rowActions: isReadonly ? ['view'] : ['edit', 'delete', 'history', ...transitions],
      ...(bulk.length > 0 && { bulkActions: bulk }),
    },
  }
}

function columnFields(entity: Entity): readonly string[] {
  const showable = Object.keys(entity.properties).filter((field) => {
    const property = entity.properties[field]
    if (property === undefined || property['x-mask'] === 'secret') return false
    return !['image', 'html', 'json', 'multiline', 'tiers'].includes(displayFormatOf(property))
  })
  // The buttons that a record has depend on its state, which entities often declare last.
  const states = showable.filter((field) => Object.values(entity.transitions ?? {}).some((step) => (step.field ?? 'status') === field))
  const first = [...new Set([entity.key, entity.label, ...showable])]
  const others = first.filter((field) => !states.includes(field)).slice(0, columnsMax - states.length)
  return first.filter((field) => others.includes(field) || states.includes(field))
}

function filterFields(entity: Entity): string[] {
  const fields = Object.keys(entity.properties).filter((field) => {
    const property = entity.properties[field]
    const kind = property === undefined ? null : filterKindOf(property)
    return kind !== null && (kind !== 'text' || property?.['x-search'] === true) && kind !== 'number'
  })
  return fields.slice(0, filtersMax)
}
