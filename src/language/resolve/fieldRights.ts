import type { Entity } from '../documents/entity.ts'
import { titleOf } from '../entity/property.ts'
import type { FieldRights, PlainSchema, ResolvedChild, ResolvedForm, ResolvedList, ResolvedReport, ResolvedScreen } from '../resolved.ts'
import { wholePermission } from './api.ts'
import { contentHash } from './contentHash.ts'

/**
 * The rights of the fields of an entity on a screen; undefined when there are none.
 *
 * @param resource of the screen, for a permission given only by its action
 */
export function rightsOf({ properties }: Entity, resource: string): FieldRights | undefined {
  const rights = (key: 'x-read' | 'x-write') =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([field, property]) => {
        const permission = property[key]
        if (permission === undefined) return []
        return [[field, { permission: wholePermission(resource, permission), title: titleOf(property, field) }] as const]
      }),
    )
  const [read, write] = [rights('x-read'), rights('x-write')]
  return Object.keys(read).length + Object.keys(write).length === 0 ? undefined : { read, write }
}

/** All permissions that the fields of a screen need, those of its child lists included. */
export function rightsPermissions(screen: Pick<ResolvedScreen, 'rights' | 'children'>): readonly string[] {
  const all = [screen.rights, ...Object.values(screen.children).map(({ rights }) => rights)]
  return [...new Set(all.flatMap((rights) => (rights ? permissionsIn(rights) : [])))]
}

function permissionsIn({ read, write }: FieldRights): readonly string[] {
  return [...Object.values(read), ...Object.values(write)].map(({ permission }) => permission)
}

/** What a user may not do with fields. */
interface Withheld {
  readonly hidden: ReadonlySet<string>
  readonly locked: ReadonlySet<string>
}

function withheld({ read, write }: FieldRights, permissions: ReadonlySet<string>): Withheld {
  const lacking = (rights: FieldRights['read']) =>
    Object.entries(rights).flatMap(([field, { permission }]) => (permissions.has(permission) ? [] : [field]))
  return { hidden: new Set(lacking(read)), locked: new Set(lacking(write)) }
}

/**
 * Removes the fields that a user may not see from every part of a screen, and locks those that the user may not fill in. The server decides
 * by the screen that is left, so nothing else has to know of these rights.
 */
export function restrictFields(screen: ResolvedScreen, permissions: ReadonlySet<string>): ResolvedScreen {
  const children = Object.entries(screen.children).map(([name, child]) => [name, restrictChildFields(child, permissions)] as const)
  const { rights, ...rest } = { ...screen, children: Object.fromEntries(children) }
  if (rights === undefined) return rest
  const { hidden, locked } = withheld(rights, permissions)
  const forms = Object.entries(rest.forms).map(([name, form]) => [name, restrictFormFields(form, { hidden, locked })] as const)
  const { report, ...others } = rest
  const left = report && restrictReport(report, hidden)
  return {
    ...others,
    list: restrictListFields(rest.list, hidden),
    forms: Object.fromEntries(forms),
    ...(left && { report: left }),
  }
}

function restrictListFields({ expand, ...list }: ResolvedList, hidden: ReadonlySet<string>): ResolvedList {
  const shown = <T extends { readonly field: string }>(all: readonly T[]) => all.filter(({ field }) => !hidden.has(field))
  const fields = expand?.kind === 'fields' ? shown(expand.fields) : []
  return {
    ...list,
    columns: shown(list.columns),
    filters: shown(list.filters),
    totals: list.totals.filter((field) => !hidden.has(field)),
    ...(expand?.kind === 'child' && { expand }),
    ...(fields.length > 0 && { expand: { kind: 'fields', fields } }),
  }
}

function restrictChildFields({ rights, ...child }: ResolvedChild, permissions: ReadonlySet<string>): ResolvedChild {
  if (rights === undefined) return child
  const { hidden } = withheld(rights, permissions)
  const { chart, ...rest } = child
  const isDrawn = chart !== undefined && ![chart.by, ...chart.values].some(({ field }) => hidden.has(field))
  return {
    ...rest,
    columns: child.columns.filter(({ field }) => !hidden.has(field)),
    totals: child.totals.filter((field) => !hidden.has(field)),
    ...(isDrawn && { chart }),
  }
}

function restrictReport(report: ResolvedReport, hidden: ReadonlySet<string>): ResolvedReport | undefined {
  const { chart, pivot, compare, ...rest } = report
  const groups = report.groups.filter(({ field }) => !hidden.has(field))
  const measures = report.measures.filter(({ field, made }) => !hidden.has(made?.field ?? field))
  if (groups.length === 0 || measures.length === 0) return undefined
  const names = new Set([...groups, ...measures].map(({ field }) => field))
  const isDrawn =
    chart !== undefined && [chart.by, ...chart.values, ...(chart.series ? [chart.series] : [])].every((name) => names.has(name))
  return {
    ...rest,
    groups,
    measures,
    ...(pivot !== undefined && groups.length === report.groups.length && { pivot }),
    ...(compare !== undefined && !hidden.has(compare) && { compare }),
    ...(isDrawn && { chart }),
  }
}

/** @returns the same form when nothing of it is withheld */
function restrictFormFields(form: ResolvedForm, { hidden, locked }: Withheld): ResolvedForm {
  // Nobody can see a locked field of a new record filled in, so a form for new records does without it.
  const gone = form.mode === 'create' ? new Set([...hidden, ...locked]) : hidden
  const names = Object.keys(form.fields)
  if (!names.some((name) => gone.has(name) || locked.has(name))) return form
  const fields = Object.entries(form.fields)
    .filter(([name]) => !gone.has(name))
    .map(([name, field]) => [name, locked.has(name) ? { ...field, readonly: true, required: false } : field] as const)
  const schema = form.mode === 'view' ? form.schema : withoutProperties(form.schema, new Set([...gone, ...locked]))
  const { formulas, ...rest } = form
  const calculated = Object.entries(formulas ?? {}).filter(([name]) => !hidden.has(name))
  return {
    ...rest,
    fields: Object.fromEntries(fields),
    layout: withoutPlaces(form.layout, gone),
    schema,
    validator: contentHash(schema),
    ...(calculated.length > 0 && { formulas: Object.fromEntries(calculated) }),
  }
}

function withoutProperties(schema: PlainSchema, gone: ReadonlySet<string>): PlainSchema {
  const { properties, required } = schema as { properties?: Readonly<Record<string, unknown>>; required?: readonly string[] }
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !gone.has(name))) }),
    ...(required && { required: required.filter((name) => !gone.has(name)) }),
  }
}

type Layout = ResolvedForm['layout']
type Groups = Extract<Layout, { kind: 'groups' }>['groups']

function withoutPlaces(layout: Layout, gone: ReadonlySet<string>): Layout {
  const left = (groups: Groups): Groups =>
    groups
      .map((group) => ({ ...group, fields: group.fields.filter((field) => !gone.has(field)) }))
      .filter(({ fields }) => fields.length > 0)
  if (layout.kind === 'groups') return { kind: 'groups', groups: left(layout.groups) }
  const tabs = layout.tabs.map((tab) =>
    tab.content.kind === 'groups' ? { ...tab, content: { kind: 'groups' as const, groups: left(tab.content.groups) } } : tab,
  )
  return { ...layout, tabs: tabs.filter(({ content }) => content.kind !== 'groups' || content.groups.length > 0) }
}

/** Most different permissions of the fields of an entity: each may be held or not, and every form is compiled for each case. */
export const rightsMax = 4

/** The forms of a screen as users with any of the permissions of its fields have them, for which validators are compiled. */
export function formVariants({ forms, rights }: Pick<ResolvedScreen, 'forms' | 'rights'>): readonly ResolvedForm[] {
  const all = Object.values(forms)
  if (rights === undefined) return all
  const permissions = [...new Set(permissionsIn(rights))].slice(0, rightsMax)
  const cases = Array.from({ length: 2 ** permissions.length }, (_, bits) => permissions.filter((_one, index) => (bits >> index) % 2 === 1))
  return cases.flatMap((held) => {
    const without = withheld(rights, new Set(held))
    return all.map((form) => restrictFormFields(form, without))
  })
}
