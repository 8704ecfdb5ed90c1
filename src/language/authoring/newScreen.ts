import { changeDecisions } from '../../rules/waitingChange.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { changeFields, decidesChanges, isChangeDate } from '../entity/changeDecisions.ts'
import { displayFormatOf } from '../entity/property.ts'
import { filterKindOf } from '../resolve/filters.ts'

/** Limits for a first list, so that it fits on a laptop without horizontal scrolling. */
const columnsMax = 10
const filtersMax = 8

/**
 * Makes a first screen for an entity. It passes the checker and can be used as it is: key and label first, then fields that fit a column;
 * filters for choices and dates; all buttons that the entity allows, those for changes that wait included. Forms use their defaults.
 *
 * @param onlyReads for a table that the screen may show but not change
 */
export function newScreen(uri: string, entity: Entity, onlyReads = false): Screen {
  const columns = columnFields(entity)
  const isReadonly = onlyReads || entity.readonly === true
  const decisions = decidesChanges(entity) ? changeDecisions : []
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
      rowActions: isReadonly ? ['view'] : ['edit', 'delete', 'history', ...transitions, ...decisions],
      ...(bulk.length > 0 && { bulkActions: bulk }),
    },
  }
}

function columnFields(entity: Entity): readonly string[] {
  const showable = Object.keys(entity.properties).filter((field) => {
    const property = entity.properties[field]
    // The day of a change is asked for with the change, and no record has it.
    if (property === undefined || property['x-mask'] === 'secret' || isChangeDate(entity, field)) return false
    return !['image', 'html', 'json', 'multiline', 'tiers'].includes(displayFormatOf(property))
  })
  return withStates([...new Set([entity.key, entity.label, ...showable])], entity, columnsMax)
}

/** The first fields, and the states among the others: the buttons of a record depend on them, and entities often declare them last. */
function withStates(fields: readonly string[], entity: Entity, max: number): string[] {
  const steps = Object.values(entity.transitions ?? {})
  const waits = decidesChanges(entity) ? [changeFields.isWaiting] : []
  const states = new Set<string>([...steps.map((step) => step.field ?? 'status'), ...waits].filter((field) => fields.includes(field)))
  const others = fields.filter((field) => !states.has(field)).slice(0, max - states.size)
  return fields.filter((field) => others.includes(field) || states.has(field))
}

function filterFields(entity: Entity): string[] {
  const fields = Object.keys(entity.properties).filter((field) => {
    const property = entity.properties[field]
    const kind = property === undefined || isChangeDate(entity, field) ? null : filterKindOf(property)
    return kind !== null && (kind !== 'text' || property?.['x-search'] === true) && kind !== 'number'
  })
  return withStates(fields, entity, filtersMax)
}
