import type { Entity } from '../documents/entity.ts'
import type { Column } from '../documents/screen.ts'
import type { DisplayFormat } from '../documents/vocabulary.ts'
import { dictionaryOf, displayFormatOf, getProperty, isSortable, titleOf } from '../entity/property.ts'
import type { ResolvedColumn, SortKey } from '../resolved.ts'

/** Columns with everything filled in that the entity says about their fields. */
export function resolveColumns(columns: readonly Column[], entity: Entity): readonly ResolvedColumn[] {
  return columns.map((column) => resolveColumn(column, entity))
}

export function resolveColumn(column: Column, entity: Entity): ResolvedColumn {
  const given = typeof column === 'string' ? { field: column } : column
  const property = getProperty(entity, given.field)
  const format = given.format ?? displayFormatOf(property)
  const dictionary = dictionaryOf(property)
  return {
    field: given.field,
    title: given.title ?? titleOf(property, given.field),
    format,
    sortable: isSortable(property),
    hidden: given.hidden ?? false,
    align: given.align ?? alignments[format],
    ...(dictionary && { dictionary }),
    ...(property['x-tags'] && { tags: property['x-tags'] }),
    ...(property['x-decimals'] && { decimals: property['x-decimals'] }),
    ...(given.link && { link: given.link }),
    ...(given.width && { width: given.width }),
    ...(given.pin && { pin: given.pin }),
  }
}

/** `-createdAt` is descending. */
export function resolveSort(sort: readonly string[]): readonly SortKey[] {
  return sort.map((key) => (key.startsWith('-') ? { field: key.slice(1), direction: 'desc' } : { field: key, direction: 'asc' }))
}

const alignments: { readonly [Format in DisplayFormat]: ResolvedColumn['align'] } = {
  text: 'start',
  points: 'end',
  integer: 'end',
  money: 'end',
  price: 'end',
  percent: 'end',
  date: 'center',
  dateTime: 'center',
  month: 'center',
  badge: 'center',
  boolean: 'center',
  image: 'center',
  html: 'start',
  tags: 'start',
  json: 'start',
  multiline: 'start',
  tiers: 'start',
  files: 'start',
}
