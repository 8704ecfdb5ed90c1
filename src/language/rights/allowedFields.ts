import type { Entity } from '../documents/entity.ts'
import type { Predicate } from '../documents/predicate.ts'
import { isMasked } from '../entity/maskedFields.ts'
import { findProperty } from '../entity/property.ts'
import { fieldsOf } from '../predicate/predicatePaths.ts'
import { searchFields } from '../resolve/list.ts'
import type { ResolvedAction, ResolvedColumn, ResolvedForm, ResolvedScreen } from '../resolved.ts'

/** Names of fields by what a screen may show and do with them. Other names are refused with 400, never ignored. */
export interface AllowedFields {
  /** In rows of the list: shown fields, and fields that buttons and views depend on. */
  readonly list: ReadonlySet<string>
  /** In a single record: those of the list, and the fields of forms. */
  readonly record: ReadonlySet<string>
  readonly filter: ReadonlySet<string>
  readonly sort: ReadonlySet<string>
  readonly search: ReadonlySet<string>
  readonly total: ReadonlySet<string>
  /** Names of the records to which rows refer, with their lists: `lines.lotNo.lotName`. */
  readonly names: ReadonlySet<string>
}

/**
 * Decides which fields a screen may select, filter, search, sort and total; nothing else decides this.
 *
 * @param screen restricted to the user, so that what the user may not do opens no field
 */
export function allowedFields(screen: ResolvedScreen, entity: Entity): AllowedFields {
  const { list } = screen
  const columns = list.columns.map((column) => column.field)
  const expanded = list.expand?.kind === 'fields' ? list.expand.fields.map((column) => column.field) : []
  const shown = new Set([
    'id',
    'rowVersion',
    screen.entity.key,
    screen.entity.label,
    ...columns,
    ...expanded,
    ...list.totals,
    ...linkedFields([...list.columns, ...(list.expand?.kind === 'fields' ? list.expand.fields : [])]),
    ...watched(screen),
  ])
  const { versionOf } = screen.entity
  const record = new Set([...shown, ...Object.values(screen.forms).flatMap(formFields), ...(versionOf === undefined ? [] : [versionOf])])
  return {
    list: shown,
    record,
    filter: new Set(list.filters.map((filter) => filter.field)),
    sort: new Set(
      [...list.columns.filter((column) => column.sortable).map((column) => column.field), ...list.sort.map((key) => key.field)].filter(
        (field) => !isMaskedField(entity, field),
      ),
    ),
    search: new Set(list.searchTitles.length === 0 ? [] : searchFields(entity).filter((field) => record.has(field))),
    total: new Set(list.totals),
    names: new Set(Object.values(screen.forms).flatMap(namesInRows)),
  }
}

/**
 * The fields that a body may fill in for a new record (`create`) or a stored one (`edit`): those of the forms of the mode, as far as they are
 * not read-only there. Nothing else decides this.
 *
 * @param screen restricted to the user
 */
export function acceptedFields({ forms }: Pick<ResolvedScreen, 'forms'>, mode: 'create' | 'edit'): ReadonlySet<string> {
  const fields = Object.values(forms).flatMap((form) => (form.mode === mode ? Object.values(form.fields) : []))
  return new Set(fields.flatMap(({ field, readonly }) => (readonly ? [] : [field])))
}

/**
 * Whoever sees a record does not necessarily see those that it refers to. Their names are for those who can choose them in the row, or open
 * them from there.
 */
function namesInRows({ mode, fields }: ResolvedForm): readonly string[] {
  return Object.values(fields).flatMap(({ field, readonly, items }) =>
    Object.values(items ?? {}).flatMap(({ recordName, to = [], ...inner }) => {
      const isChosen = mode !== 'view' && !readonly && !inner.readonly
      return recordName !== undefined && (isChosen || to.length > 0) ? [`${field}.${recordName}`] : []
    }),
  )
}

function isMaskedField(entity: Entity, field: string): boolean {
  const property = findProperty(entity, field)
  return property !== undefined && isMasked(property)
}

/** Fields of the row that guards depend on, and by which child lists are joined. */
function watched(screen: ResolvedScreen): readonly string[] {
  return [
    ...fieldsOf(screen.list.watch, 'row'),
    ...Object.values(screen.actions).flatMap(fieldsOfAction),
    ...Object.values(screen.children).flatMap((child) => (child.of === undefined ? Object.values(child.by) : [])),
  ]
}

/** Fields of a row that an action needs: those of its guard, its path, its question and its input. */
export function fieldsOfAction(action: ResolvedAction): readonly string[] {
  const address = action.kind === 'request' ? action.call.path : action.kind === 'open' ? action.uri : ''
  const filled = `${address} ${action.confirm ?? ''}`
  const named = [...filled.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)
  return [...fieldsOf(action.guard, 'row'), ...named, ...startFields(action)]
}

/** Fields of the record that the input of an action starts with. */
function startFields({ input }: ResolvedAction): readonly string[] {
  return Object.values(input?.fields ?? {}).flatMap(({ property }) => property['x-start'] ?? [])
}

/** Fields from which links take their value, when that is not the shown field. */
export function linkedFields(shown: readonly Pick<ResolvedColumn, 'to'>[]): readonly string[] {
  return shown.flatMap(({ to = [] }) => to.flatMap(({ from }) => (from === undefined ? [] : [from])))
}

function formFields(form: ResolvedForm): readonly string[] {
  const conditions = Object.values(form.fields).flatMap((field) => Object.values(field.conditions ?? {}) as Predicate[])
  const tabs = form.layout.kind === 'tabs' ? form.layout.tabs.map((tab) => tab.visible) : []
  const looked = [...conditions, ...tabs].flatMap((predicate) => [...fieldsOf(predicate, 'row'), ...fieldsOf(predicate, 'form')])
  return [...Object.keys(form.fields), ...linkedFields(Object.values(form.fields)), ...looked]
}
