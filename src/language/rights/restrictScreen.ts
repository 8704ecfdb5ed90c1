import { restrictFields } from '../resolve/fieldRights.ts'
import type {
  ResolvedAction,
  ResolvedChild,
  ResolvedColumn,
  ResolvedField,
  ResolvedForm,
  ResolvedList,
  ResolvedScreen,
} from '../resolved.ts'

/**
 * Restricts a screen to a user: removes actions without permission, and forms that only they open. The hash stays that of the whole screen,
 * so that one event can tell every browser about a change.
 *
 * @returns null when the user may not open the screen
 */
export function restrictScreen(screen: ResolvedScreen, permissions: ReadonlySet<string>): ResolvedScreen | null {
  if (!permissions.has(`${screen.resource}.view`)) return null
  const cut = restrictFields(screen, permissions)
  const permitted = Object.entries(screen.actions).filter(([, action]) => permissions.has(action.permission))
  const allowed = new Map(permitted.map(([name, action]) => [name, restrictMade(action, permissions)] as const))
  const keep = (names: readonly string[]) => names.filter((name) => allowed.has(name))
  const children = Object.entries(cut.children).filter(
    ([, { permissions: any }]) => any === undefined || any.some((one) => permissions.has(one)),
  )
  const isLeft = (child: string) => children.some(([name]) => name === child)
  const forms = Object.entries(cut.forms)
    .filter(([name, form]) => mayOpen(name, form, screen, permissions))
    .map(
      ([name, form]) =>
        [
          name,
          restrictForm(withoutTabs(withoutClosed(form, permissions), isLeft), keep, permissions.has(importPermission(screen))),
        ] as const,
    )
  return {
    ...cut,
    list: withoutLookups(withoutLists(restrictList(cut.list, keep, allowed, permissions), isLeft), permissions),
    actions: Object.fromEntries(allowed),
    forms: Object.fromEntries(forms),
    children: Object.fromEntries(children.map(([name, child]) => [name, restrictChild(child, keep, permissions)])),
  }
}

/** The permission to fill rows of a form from a file. */
export function importPermission(screen: ResolvedScreen): string {
  return `${screen.resource}.import`
}

export function importsRows(field: ResolvedField): boolean {
  return field.ui.options?.import !== undefined
}

function restrictForm(form: ResolvedForm, keep: (names: readonly string[]) => readonly string[], mayImport: boolean): ResolvedForm {
  const actions = keep(form.actions)
  if (mayImport || !Object.values(form.fields).some(importsRows)) return { ...form, actions }
  const fields = Object.entries(form.fields).map(([name, field]) => [name, importsRows(field) ? withoutImport(field) : field] as const)
  return { ...form, actions, fields: Object.fromEntries(fields) }
}

function withoutImport(field: ResolvedField): ResolvedField {
  const { import: _withheld, ...options } = field.ui.options ?? {}
  return { ...field, ui: { ...field.ui, options } }
}

/** A form may be opened by users of an action that opens it. For a form that no action opens, its mode decides. */
function mayOpen(name: string, form: ResolvedForm, screen: ResolvedScreen, permissions: ReadonlySet<string>): boolean {
  const opening = Object.values(screen.actions).filter((action) => 'form' in action && action.form === name)
  return opening.length === 0
    ? permissions.has((form.mode === 'create' && screen.createPermission) || `${screen.resource}.${form.mode}`)
    : opening.some((action) => permissions.has(action.permission))
}

function restrictList(
  list: ResolvedList,
  keep: (names: readonly string[]) => readonly string[],
  allowed: ReadonlyMap<string, ResolvedAction>,
  permissions: ReadonlySet<string>,
): ResolvedList {
  const { expand } = list
  return {
    ...list,
    columns: list.columns.map((column) => restrictTo(restrictLink(column, allowed), permissions)),
    ...(expand?.kind === 'fields' && { expand: { ...expand, fields: expand.fields.map((column) => restrictTo(column, permissions)) } }),
    toolbar: keep(list.toolbar),
    rowActions: keep(list.rowActions),
    bulkActions: keep(list.bulkActions),
  }
}

/** Filters on masked fields are only for users with the named permission; others do not see that they exist. */
function withoutLookups(list: ResolvedList, permissions: ReadonlySet<string>): ResolvedList {
  const filters = list.filters.filter(({ lookup }) => lookup === undefined || permissions.has(lookup.permission))
  return filters.length === list.filters.length ? list : { ...list, filters }
}

/** A link to the edit form becomes a link to the view for users who may not edit. */
function restrictLink(column: ResolvedColumn, allowed: ReadonlyMap<string, ResolvedAction>): ResolvedColumn {
  if (column.link === undefined || allowed.has(column.link)) return column
  const { link: _withheld, ...rest } = column
  return allowed.has('view') ? { ...rest, link: 'view' } : rest
}

/** Removes tabs with child lists that the user may not see. */
function withoutTabs(form: ResolvedForm, isLeft: (child: string) => boolean): ResolvedForm {
  if (form.layout.kind === 'groups') return form
  const tabs = form.layout.tabs.filter(({ content }) => content.kind !== 'child' || isLeft(content.child))
  return { ...form, layout: { ...form.layout, tabs } }
}

function withoutLists({ expand, tabs, ...list }: ResolvedList, isLeft: (child: string) => boolean): ResolvedList {
  const left = tabs?.filter(({ child }) => isLeft(child)) ?? []
  return {
    ...list,
    ...(expand && (expand.kind === 'fields' || isLeft(expand.child)) && { expand }),
    ...(left.length > 0 && { tabs: left }),
  }
}

function restrictChild(
  child: ResolvedChild,
  keep: (names: readonly string[]) => readonly string[],
  permissions: ReadonlySet<string>,
): ResolvedChild {
  return { ...child, actions: keep(child.actions), columns: child.columns.map((column) => restrictTo(column, permissions)) }
}

/** Keeps the first link to a screen that the user may open; without one, the value is plain text. */
function restrictTo<T extends Pick<ResolvedColumn, 'to'>>(shown: T, permissions: ReadonlySet<string>): T {
  if (shown.to === undefined) return shown
  const { to, ...rest } = shown
  const open = to.find(({ permission }) => permissions.has(permission))
  return (open === undefined ? rest : { ...rest, to: [open] }) as T
}

function restrictMade(action: ResolvedAction, permissions: ReadonlySet<string>): ResolvedAction {
  if (action.kind !== 'request' || action.made === undefined) return action
  const { made, ...rest } = action
  const open = made.find(({ permission }) => permissions.has(permission))
  return open === undefined ? rest : { ...rest, made: [open] }
}

function withoutClosed(form: ResolvedForm, permissions: ReadonlySet<string>): ResolvedForm {
  const restrictField = (field: ResolvedField): ResolvedField =>
    restrictTo(field.items === undefined ? field : { ...field, items: restrictFields(field.items) }, permissions)
  const restrictFields = (fields: ResolvedForm['fields']) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, restrictField(field)] as const))
  return form.mode === 'view' ? { ...form, fields: restrictFields(form.fields) } : form
}
