import type { Entity } from '../documents/entity.ts'
import type { Screen, Tab } from '../documents/screen.ts'
import { isChangeDate } from '../entity/changeDecisions.ts'
import { getProperty } from '../entity/property.ts'
import type { ResolvedField, ResolvedForm, ResolvedGroup, ResolvedTab } from '../resolved.ts'
import { resolveApi } from './api.ts'
import { withChoices } from './choices.ts'
import { contentHash } from './contentHash.ts'
import { mergeConditions, resolveField } from './fields.ts'
import { formFormulas } from './formFormulas.ts'
import { type FormMode, type FormSource, type GroupSource, layoutFields, readFormSource } from './formSource.ts'
import { plainObject } from './plainSchema.ts'

const titlePrefix: Readonly<Record<FormMode, string>> = { create: '新增', edit: '修改', view: '檢視' }

/** Forms with more fields than this, or rows with more cells, get a wider dialog when the document gives no size. */
const mediumFieldsMax = 8
const mediumCellsMax = 2
/** What is only read needs less room than what is filled in. */
const largeCellsMax: Readonly<Record<FormMode, number>> = { create: 5, edit: 5, view: 8 }

/** Resolves a form of a screen, declared or default. */
export function resolveForm(
  name: string,
  screen: Pick<Screen, 'uri' | 'api' | 'forms'> & Partial<Pick<Screen, 'list'>>,
  entity: Entity,
): ResolvedForm {
  const source = readFormSource(name, screen, entity)
  const formulas = source.mode === 'view' ? {} : formFormulas(entity.properties, layoutFields(source.layout))
  const fields = withChoices(resolveFields(source, entity, formulas), entity, resolveApi(screen).choices.path)
  const schema = formSchema(fields)
  return {
    name,
    title: source.title ?? `${titlePrefix[source.mode]}${entity.title}`,
    mode: source.mode,
    open: source.open,
    size: source.size ?? sizeOf(fields, source.mode),
    schema,
    fields,
    ...(Object.keys(formulas).length > 0 && { formulas }),
    layout: resolveLayout(source, fields),
    // A create form has no record to act on yet. An edit form that extends it does have these actions.
    actions: source.mode === 'create' ? [] : source.actions,
    validator: contentHash(schema),
  }
}

function sizeOf(fields: ResolvedForm['fields'], mode: FormMode): ResolvedForm['size'] {
  const cells = Math.max(0, ...Object.values(fields).map(({ items }) => Object.keys(items ?? {}).length))
  if (cells > largeCellsMax[mode]) return 'full'
  return cells > mediumCellsMax || Object.keys(fields).length > mediumFieldsMax ? 'large' : 'medium'
}

/**
 * A create form has no computed fields, because they have no value before the record exists; except by a formula that the form can
 * calculate, and those of a record that the form chooses.
 */
function resolveFields(
  source: FormSource,
  entity: Entity,
  formulas: NonNullable<ResolvedForm['formulas']>,
): Readonly<Record<string, ResolvedField>> {
  const required = entity.required ?? []
  const all = layoutFields(source.layout)
  const isKnown = (field: string) => {
    const property = getProperty(entity, field)
    const by = property['x-borrowed']?.by
    return property['x-computed'] !== true || Object.hasOwn(formulas, field) || (by !== undefined && all.includes(by))
  }
  const isAsked = (field: string) => source.mode === 'edit' || !isChangeDate(entity, field)
  const names = all.filter((field) => (source.mode !== 'create' || isKnown(field)) && isAsked(field))
  const entries = names.map((field) => {
    const conditions = mergeConditions(own(entity.when, field), own(source.when, field))
    const use = {
      mode: source.mode,
      required: required.includes(field),
      conditions: source.mode === 'view' ? visibleOnly(conditions) : conditions,
      ui: own(source.ui, field),
      onHidden: own(source.onHidden, field),
    }
    const resolved = resolveField(field, getProperty(entity, field), use)
    return [field, entity.scope === field && source.mode !== 'view' ? { ...resolved, isScope: true as const } : resolved] as const
  })
  return Object.fromEntries(entries)
}

/** The schema requires only what is required for any values of the other fields, so not a field that can be hidden or locked. */
function formSchema(fields: Readonly<Record<string, ResolvedField>>): ResolvedForm['schema'] {
  const editable = Object.values(fields).filter((field) => !field.readonly)
  const always = editable.filter(({ required, conditions }) => required && !conditions?.visible && !conditions?.readonly)
  return plainObject(
    Object.fromEntries(editable.map((field) => [field.field, field.property])),
    always.map((field) => field.field),
  )
}

function resolveLayout(source: FormSource, fields: Readonly<Record<string, ResolvedField>>): ResolvedForm['layout'] {
  if (source.layout.kind === 'groups') return { kind: 'groups', groups: resolveGroups(source.layout.groups, fields) }
  const tabs = source.layout.tabs.map((tab) => resolveTab(tab, fields))
  const filled = tabs.filter((tab) => tab.content.kind !== 'groups' || tab.content.groups.length > 0)
  return { kind: 'tabs', tabs: filled, ...(source.steps && source.mode !== 'view' && { steps: source.steps }) }
}

function resolveTab(tab: Tab, fields: Readonly<Record<string, ResolvedField>>): ResolvedTab {
  const visible = tab.visible && { visible: tab.visible }
  if (tab.child !== undefined) return { title: tab.title, content: { kind: 'child', child: tab.child }, ...visible }
  if (tab.history === true) return { title: tab.title, content: { kind: 'history' }, ...visible }
  const groups: readonly GroupSource[] = [...(tab.fields ? [{ fields: tab.fields }] : []), ...(tab.groups ?? [])]
  return { title: tab.title, content: { kind: 'groups', groups: resolveGroups(groups, fields) }, ...visible }
}

function resolveGroups(groups: readonly GroupSource[], fields: Readonly<Record<string, ResolvedField>>): readonly ResolvedGroup[] {
  return groups
    .map((group) => ({
      ...(group.title !== undefined && { title: group.title }),
      fields: group.fields.filter((field) => Object.hasOwn(fields, field)),
      collapsed: group.collapsed ?? false,
    }))
    .filter((group) => group.fields.length > 0)
}

function visibleOnly(conditions: ResolvedField['conditions']): ResolvedField['conditions'] {
  return conditions?.visible && { visible: conditions.visible }
}

function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
