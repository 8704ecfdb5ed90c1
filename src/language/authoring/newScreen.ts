import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { filterKindOf } from '../resolve/filters.ts'
import { displayFormatOf } from '../resolve/property.ts'

/** A first list has about what fits on a laptop without scrolling sideways. */
const columnsMax = 10
const filtersMax = 8

/**
 * A first screen for an entity, that passes the checker and can be used as it is: key and label first, then what fits a column;
 * filters on choices and dates; all buttons that the entity allows. Forms are left to be derived.
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

/** Width at which the formatter breaks lines. */
const lineWidth = 140

/** The text of a new document as the formatter would leave it: what fits on a line stays on it, the outermost object never. */
export function formatDocument(document: object): string {
  return `${formatMembers(document, '')}\n`
}

function formatMembers(value: object, indent: string): string {
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((part) => inner + formatValue(part, inner, 0)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const lines = members.map(([key, member]) => {
    const start = `${inner}${JSON.stringify(key)}: `
    return start + formatValue(member, inner, start.length - inner.length)
  })
  return `{\n${lines.join(',\n')}\n${indent}}`
}

function formatValue(value: unknown, indent: string, used: number): string {
  const line = inline(value)
  const fits = indent.length + used + line.length < lineWidth
  return fits || typeof value !== 'object' || value === null ? line : formatMembers(value, indent)
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{ ${members.map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`).join(', ')} }`
}

function columnFields(entity: Entity): readonly string[] {
  const showable = Object.keys(entity.properties).filter((field) => {
    const property = entity.properties[field]
    if (property === undefined || property['x-mask'] === 'secret') return false
    return !['image', 'html', 'json', 'multiline', 'tiers'].includes(displayFormatOf(property))
  })
  return [...new Set([entity.key, entity.label, ...showable])].slice(0, columnsMax)
}

function filterFields(entity: Entity): string[] {
  const fields = Object.keys(entity.properties).filter((field) => {
    const property = entity.properties[field]
    const kind = property === undefined ? null : filterKindOf(property)
    return kind !== null && (kind !== 'text' || property?.['x-search'] === true) && kind !== 'number'
  })
  return fields.slice(0, filtersMax)
}
