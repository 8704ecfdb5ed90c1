import type { Entity } from '../documents/entity.ts'
import type { Chart, Child, Screen } from '../documents/screen.ts'
import { getProperty, isSummable } from '../entity/property.ts'
import type { ResolvedAction, ResolvedChild, ResolvedForm, ResolvedScreen } from '../resolved.ts'
import { type ActionContext, resolveAction } from './actions.ts'
import { resolveApi, resourceOf } from './api.ts'
import { resolveColumn, resolveColumns, resolveSort } from './columns.ts'
import { orderedHash } from './contentHash.ts'
import { rightsOf } from './fieldRights.ts'
import { resolveForm } from './forms.ts'
import { withLinks } from './links.ts'
import { resolveList } from './list.ts'
import { addressFieldOf, namingOf } from './recordNaming.ts'
import { resolveReport } from './report.ts'

const iconDefault = 'list_alt'

/**
 * Resolves a checked screen document: fills in what it leaves to its entity and to defaults.
 *
 * @param entities all entities, for child lists
 * @param screens all screens by uri, for links to their records
 * @throws Error for a name that does not exist; `checkDocuments` resolves only what it has checked
 */
export function resolveScreen(
  screen: Screen,
  entities: ReadonlyMap<string, Entity>,
  screens: ReadonlyMap<string, Screen> = new Map(),
): ResolvedScreen {
  const entity = getEntity(entities, screen.entity)
  const resource = resourceOf(screen)
  const api = resolveApi(screen)
  const list = resolveList(screen, entity, { resource, choices: api.choices.path })
  const children = resolveChildren(screen, entities, resource)
  const rights = rightsOf(entity, resource)
  const report = resolveReport(screen, entity)
  const { actions, forms } = resolveActionsAndForms({ screen, entity, resource, api }, list, children)
  const unlinked = {
    uri: screen.uri,
    title: screen.title,
    icon: screen.icon ?? iconDefault,
    entity: {
      name: entity.name,
      title: entity.title,
      key: entity.key,
      label: entity.label,
      address: addressFieldOf(entity),
      naming: namingOf(entity),
      ...(entity.versionOf !== undefined && { versionOf: entity.versionOf }),
    },
    resource,
    ...(rights && { rights }),
    ...(screen.createPermission !== undefined && { createPermission: `${resource}.${screen.createPermission}` }),
    api,
    ...(screen.filter && { filter: screen.filter }),
    list,
    forms,
    actions,
    children,
    ...(report && { report }),
  }
  const resolved = withLinks(unlinked, entity, (name) => screen.actions?.[name]?.made, { screens, entities })
  const rowsHash = rowsHashOf(resolved, entity)
  const { list: _list, actions: _actions, children: _children, ...others } = resolved
  return { ...resolved, rowsHash, hash: orderedHash([rowsHash, others]) }
}

type Unhashed = Omit<ResolvedScreen, 'hash' | 'rowsHash'>

/** The entity is in it as a whole: its formulas and masks make the values of rows, also where no part of the screen repeats them. */
function rowsHashOf({ api, filter, list, actions, children }: Unhashed, entity: Entity): string {
  return orderedHash([entityHash(entity), api, filter, list, actions, children])
}

const entityHashes = new WeakMap<Entity, string>()

/** Remembered, because a broken document makes all screens be resolved again. */
function entityHash(entity: Entity): string {
  const hash = entityHashes.get(entity) ?? orderedHash(entity)
  entityHashes.set(entity, hash)
  return hash
}

/** Forms refer to actions (in footers) and actions to forms, so both sets grow until nothing new is found. */
function resolveActionsAndForms(
  context: ActionContext,
  list: ResolvedScreen['list'],
  children: ResolvedScreen['children'],
): { actions: Readonly<Record<string, ResolvedAction>>; forms: Readonly<Record<string, ResolvedForm>> } {
  const actions = new Map<string, ResolvedAction>()
  const forms = new Map<string, ResolvedForm>()
  const addForm = (name: string): void => {
    if (forms.has(name)) return
    const form = resolveForm(name, context.screen, context.entity)
    forms.set(name, form)
    form.actions.forEach(addAction)
  }
  const addAction = (name: string): void => {
    if (actions.has(name)) return
    const action = resolveAction(name, context)
    actions.set(name, action)
    if ('form' in action && action.form !== undefined) addForm(action.form)
  }
  for (const name of Object.keys(context.screen.forms ?? {})) addForm(name)
  for (const name of [...list.toolbar, ...list.rowActions, ...list.bulkActions]) addAction(name)
  for (const column of list.columns) if (column.link !== undefined) addAction(column.link)
  for (const child of Object.values(children)) child.actions.forEach(addAction)
  return { actions: Object.fromEntries(actions), forms: Object.fromEntries(forms) }
}

function resolveChildren(screen: Screen, entities: ReadonlyMap<string, Entity>, resource: string): ResolvedScreen['children'] {
  const entries = Object.entries(screen.children ?? {}).map(
    ([name, child]) => [name, resolveChild(name, child, getEntity(entities, child.entity), resource)] as const,
  )
  return Object.fromEntries(entries)
}

function resolveChild(name: string, child: Child, entity: Entity, resource: string): ResolvedChild {
  const rights = rightsOf(entity, resource)
  return {
    ...(rights && { rights }),
    name,
    title: child.title ?? entity.title,
    entity: entity.name,
    naming: namingOf(entity, new Set(child.columns.map((column) => (typeof column === 'string' ? column : column.field)))),
    columns: resolveColumns(child.columns, entity),
    sort: resolveSort(child.sort ?? [entity.key]),
    by: typeof child.by === 'string' ? { [child.by]: child.by } : child.by,
    ...(child.filter && { filter: child.filter }),
    views: Object.entries(child.views ?? {}).map(([view, shown]) => ({ name: view, ...shown })),
    actions: child.actions ?? [],
    totals: child.totals ?? [],
    ...(child.permission !== undefined && { permissions: [child.permission].flat() }),
    ...(child.limit !== undefined && { limit: child.limit }),
    ...(child.of !== undefined && { of: child.of }),
    ...(child.chart && { chart: resolveChildChart(child, child.chart, entity) }),
  }
}

/** Without `by` along the key of the rows, without `values` of the first column that can be summed. */
function resolveChildChart({ title, columns }: Child, chart: Chart, entity: Entity): NonNullable<ResolvedChild['chart']> {
  const shown = resolveColumns(columns, entity)
  const columnOf = (field: string) => shown.find((column) => column.field === field)
  const summable = shown.find(({ field }) => isSummable(getProperty(entity, field)))?.field
  const values = chart.values ?? (summable === undefined ? [] : [summable])
  return {
    type: chart.type,
    title: chart.title ?? title ?? entity.title,
    by: columnOf(chart.by ?? entity.key) ?? resolveColumn(chart.by ?? entity.key, entity),
    values: values.flatMap((field) => columnOf(field) ?? []),
  }
}

function getEntity(entities: ReadonlyMap<string, Entity>, name: string): Entity {
  const entity = entities.get(name)
  if (entity === undefined) throw new Error(`No entity ${name}`)
  return entity
}
