import type { Entity } from '../documents/entity.ts'
import type { Filter, Screen } from '../documents/screen.ts'
import { isMasked } from '../entity/maskedFields.ts'
import { findProperty } from '../entity/property.ts'
import { opsOfKind } from '../query/filterKinds.ts'
import { resolveApi } from './api.ts'
import { filterKindOf } from './filters.ts'
import { hasKeyCall } from './recordCall.ts'
import { addressFieldOf, isNameOf } from './recordNaming.ts'

/** How a screen shows the record that a value of one of its fields identifies. */
export interface RecordWay {
  /** The record view opens by the field, or the list is filtered by it. */
  readonly kind: 'record' | 'list'
  /** True when the field differs from the one that the screen's addresses use. */
  readonly isOther: boolean
}

/**
 * How a link can show a record: by the record view, if a value of the field identifies one record; otherwise by the list, if a filter finds
 * the complete value whatever other filters the list requires.
 *
 * @returns null when the screen cannot be addressed by the field
 */
export function wayTo(screen: Screen, entity: Entity, key: string): RecordWay | null {
  if (findProperty(entity, key) === undefined) return null
  const address = addressFieldOf(entity)
  const isRead = key === address || (isNameOf(entity, key) && hasKeyCall({ entity: { address }, api: resolveApi(screen) }))
  if (isRead && hasView(screen)) return { kind: 'record', isOther: key !== address }
  return isFound(screen, entity, key) ? { kind: 'list', isOther: false } : null
}

/** Fields by which the screen can be addressed, best first. */
export function waysOf(screen: Screen, entity: Entity): readonly string[] {
  const names = [addressFieldOf(entity), ...Object.keys(entity.properties)]
  return [...new Set(names)].filter((field) => wayTo(screen, entity, field) !== null)
}

function hasView({ list, forms = {} }: Screen): boolean {
  const isView = ([name, form]: readonly [string, { readonly mode?: string }]) => (form.mode ?? name) === 'view'
  const buttons = [...(list.toolbar ?? []), ...(list.rowActions ?? [])]
  const isLinked = list.columns.some((column) => typeof column === 'object' && column.link === 'view')
  return isLinked || buttons.includes('view') || Object.entries(forms).some(isView)
}

/** True when a filter finds the complete value, and no other default filter excludes the record. */
function isFound({ list }: Screen, entity: Entity, key: string): boolean {
  const filters = (list.filters ?? []).map((filter) => (typeof filter === 'string' ? { field: filter } : filter))
  const own = filters.find((filter) => filter.field === key)
  const property = findProperty(entity, key)
  if (own === undefined || property === undefined || isMasked(property) || opOf(own, entity) !== 'eq') return false
  const others = filters.filter((one) => one !== own && (one.required === true || one.default !== undefined))
  const isLifted = (one: Declared) => own.identifies === true && one.required === true && opOf(one, entity) === 'between'
  return others.every(isLifted) && (list.needs?.fields.includes(key) ?? true)
}

type Declared = Exclude<Filter, string>

function opOf(filter: Declared, entity: Entity): string | undefined {
  const property = findProperty(entity, filter.field)
  const kind = property === undefined ? null : filterKindOf(property)
  return filter.op ?? (kind === null ? undefined : opsOfKind[kind][0])
}
