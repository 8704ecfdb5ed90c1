import type { Entity, Property } from '../documents/entity.ts'
import type { Form, Group, Screen, Tab } from '../documents/screen.ts'

export type FormMode = 'create' | 'edit' | 'view'

/** A form with its `extends` followed: everything in one place, still in the words of the document. */
export interface FormSource {
  readonly name: string
  readonly mode: FormMode
  readonly title?: string
  readonly open: 'modal' | 'drawer' | 'page'
  readonly size?: 'small' | 'medium' | 'large' | 'full'
  /** The tabs are filled in one after the other. */
  readonly steps?: true
  readonly layout:
    | { readonly kind: 'groups'; readonly groups: readonly GroupSource[] }
    | { readonly kind: 'tabs'; readonly tabs: readonly Tab[] }
  readonly when: NonNullable<Form['when']>
  readonly onHidden: NonNullable<Form['onHidden']>
  readonly ui: NonNullable<Form['ui']>
  readonly actions: readonly string[]
}

export type GroupSource = Omit<Group, 'title'> & { readonly title?: string }

/** What forms need of their screen. */
type FormsOf = Pick<Screen, 'forms'> & { readonly list?: Screen['list'] }

/** Names of forms that exist even when the document does not declare them. */
export const defaultForms: readonly FormMode[] = ['create', 'edit', 'view']

/**
 * Reads a form of a screen by name, declared or default. A default `edit` is derived from the declared `create`, or the other way round; a
 * default `view` from either, with computed fields added. Without any declared form, the fields of the entity are used in its order.
 *
 * @param above forms that are being read and extend this one
 * @throws Error for a cycle of `extends`, which the checker refuses
 */
export function readFormSource(name: string, screen: FormsOf, entity: Entity, above: readonly string[] = []): FormSource {
  if (above.includes(name)) throw new Error(`Form ${name} extends itself`)
  const form = ownForm(screen, name)
  if (form === undefined) return defaultForm(name as FormMode, screen, entity, above)
  const base = form.extends === undefined ? undefined : readFormSource(form.extends, screen, entity, [...above, name])
  const mode = form.mode ?? modeFromName(name) ?? base?.mode ?? 'view'
  const title = form.title ?? (base?.mode === mode ? base.title : undefined)
  const size = form.size ?? base?.size
  const steps = form.steps ?? (base?.mode === mode ? base.steps : undefined)
  return {
    name,
    mode,
    open: form.open ?? base?.open ?? 'modal',
    layout: omitFields(ownLayout(form) ?? base?.layout ?? entityLayout(entity, mode), form.omit ?? []),
    when: { ...base?.when, ...withLock(form) },
    onHidden: { ...base?.onHidden, ...form.onHidden },
    ui: { ...base?.ui, ...form.ui },
    actions: form.actions ?? base?.actions ?? [],
    ...(title !== undefined && { title }),
    ...(size !== undefined && { size }),
    ...(steps !== undefined && { steps }),
  }
}

/** The conditions of a form, including those of its `lock`: a field that has a condition of its own too is read-only under either. */
function withLock({ lock, when = {} }: Form): NonNullable<Form['when']> {
  if (lock === undefined) return when
  const locked = lock.fields.map((field) => {
    const conditions = own(when, field)
    const readonly = conditions?.readonly === undefined ? lock.when : { $any: [lock.when, conditions.readonly] }
    return [field, { ...conditions, readonly }] as const
  })
  return { ...when, ...Object.fromEntries(locked) }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

export function ownForm(screen: Pick<Screen, 'forms'>, name: string): Form | undefined {
  return screen.forms !== undefined && Object.hasOwn(screen.forms, name) ? screen.forms[name] : undefined
}

function modeFromName(name: string): FormMode | undefined {
  return defaultForms.find((mode) => mode === name)
}

function defaultForm(mode: FormMode, screen: FormsOf, entity: Entity, above: readonly string[]): FormSource {
  const model = defaultForms.find((name) => name !== 'view' && ownForm(screen, name) !== undefined && !standsOn(name, mode, screen))
  if (model === undefined) {
    return {
      name: mode,
      mode,
      open: 'modal',
      layout: entityLayout(entity, mode),
      when: {},
      onHidden: {},
      ui: {},
      actions: stepsOf(mode, screen, entity),
    }
  }
  const { size, steps: _steps, ...base } = readFormSource(model, screen, entity, [...above, mode])
  const { title: _title, ...rest } = base
  const layout = mode === 'view' ? withComputed(base.layout, entity) : base.layout
  return { ...rest, name: mode, mode, layout, actions: stepsOf(mode, screen, entity), ...(size !== undefined && { size }) }
}

/** Whoever opens a record from a notice or a link takes the same steps there as in its row. */
function stepsOf(mode: FormMode, { list }: FormsOf, { transitions = {} }: Entity): readonly string[] {
  return mode === 'view' ? (list?.rowActions ?? []).filter((name) => Object.hasOwn(transitions, name)) : []
}

/** True when a form is the other one or extends it, so that the other cannot be derived from it. */
function standsOn(name: string, other: string, screen: Pick<Screen, 'forms'>): boolean {
  const seen = new Set<string>()
  for (let next: string | undefined = name; next !== undefined && !seen.has(next); next = ownForm(screen, next)?.extends) {
    if (next === other) return true
    seen.add(next)
  }
  return false
}

function ownLayout(form: Form): FormSource['layout'] | undefined {
  if (form.tabs !== undefined) return { kind: 'tabs', tabs: form.tabs }
  if (form.groups !== undefined) return { kind: 'groups', groups: form.groups }
  return form.fields === undefined ? undefined : { kind: 'groups', groups: [{ fields: form.fields }] }
}

function entityLayout(entity: Entity, mode: FormMode): FormSource['layout'] {
  const names = Object.keys(entity.properties)
  const fields = mode === 'view' ? [...names, ...auditFields] : names.filter((name) => isInForms(entity.properties[name]))
  return { kind: 'groups', groups: [{ fields }] }
}

/** A formula is shown where its inputs are typed; what else is computed has nothing to do with the input. */
function isInForms(property: Property | undefined): boolean {
  return property?.['x-computed'] !== true || property['x-formula'] !== undefined
}

const auditFields = ['createdBy', 'createdAt', 'updatedBy', 'updatedAt']

function withComputed(layout: FormSource['layout'], entity: Entity): FormSource['layout'] {
  const shown = new Set(layoutFields(layout))
  const computed = Object.keys(entity.properties).filter((name) => entity.properties[name]?.['x-computed'] === true)
  const group: Group = { title: '其他資訊', fields: [...computed, ...auditFields].filter((name) => !shown.has(name)) }
  if (group.fields.length === 0) return layout
  return layout.kind === 'groups'
    ? { kind: 'groups', groups: [...layout.groups, group] }
    : { kind: 'tabs', tabs: [...layout.tabs, { title: group.title, fields: group.fields }] }
}

/** Field names of a layout in order, without repetitions. */
export function layoutFields(layout: FormSource['layout']): readonly string[] {
  const names = layout.kind === 'groups' ? layout.groups.flatMap((group) => group.fields) : layout.tabs.flatMap((tab) => tabFields(tab))
  return [...new Set(names)]
}

function tabFields(tab: Tab): readonly string[] {
  return [...(tab.fields ?? []), ...(tab.groups ?? []).flatMap((group) => group.fields)]
}

function omitFields(layout: FormSource['layout'], omit: readonly string[]): FormSource['layout'] {
  if (omit.length === 0) return layout
  const keep = (fields: readonly string[]) => fields.filter((field) => !omit.includes(field))
  if (layout.kind === 'groups') {
    return { kind: 'groups', groups: layout.groups.map((group) => ({ ...group, fields: keep(group.fields) })) }
  }
  const tabs = layout.tabs.map((tab) => ({
    ...tab,
    ...(tab.fields && { fields: keep(tab.fields) }),
    ...(tab.groups && { groups: tab.groups.map((group) => ({ ...group, fields: keep(group.fields) })) }),
  }))
  return { kind: 'tabs', tabs }
}
