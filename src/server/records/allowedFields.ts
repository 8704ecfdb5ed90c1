import { fieldsOf } from '../../language/predicatePaths.ts'
import type { Predicate } from '../../language/documents/predicate.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import type { EntityModel, FieldModel } from './model.ts'

const readable = new WeakMap<ResolvedScreen, ReadonlySet<string>>()

/**
 * The one list of fields that a screen lets out, for select, sort, search, export and detail alike: what it shows, and what
 * its buttons and conditions look at. Without a screen every field.
 *
 * @param screen as cut for the actor
 */
export function readableFields(screen: ResolvedScreen | null, model: EntityModel): ReadonlySet<string> {
  if (!screen) return new Set(model.fields.keys())
  const known = readable.get(screen)
  if (known) return known
  const fields = new Set(collect(screen).filter((name) => model.fields.has(name)))
  readable.set(screen, fields)
  return fields
}

function collect(screen: ResolvedScreen): readonly string[] {
  const { list, entity } = screen
  return [
    'id',
    'rowVersion',
    entity.key,
    entity.label,
    ...list.columns.map((column) => column.field),
    ...(list.expand?.kind === 'fields' ? list.expand.fields.map((column) => column.field) : []),
    ...list.totals,
    ...Object.values(screen.forms).flatMap(formFields),
    ...Object.values(screen.actions).flatMap((action) => fieldsOf(action.guard, 'row')),
    ...Object.values(screen.children).flatMap((child) => Object.values(child.by)),
  ]
}

function formFields(form: ResolvedForm): readonly string[] {
  const conditions: Predicate[] = Object.values(form.fields).flatMap(({ conditions: given }) =>
    [given?.visible, given?.required, given?.readonly].filter((predicate) => predicate !== undefined),
  )
  const tabs = form.layout.kind === 'tabs' ? form.layout.tabs.map((tab) => tab.visible).filter((predicate) => predicate !== undefined) : []
  const looked = [...conditions, ...tabs].flatMap((predicate) => [...fieldsOf(predicate, 'row'), ...fieldsOf(predicate, 'form')])
  return [...Object.keys(form.fields), ...looked]
}

/** Fields that the forms of a mode let in. Without a screen every own field. */
export function writableFields(screen: ResolvedScreen | null, model: EntityModel, mode: 'create' | 'edit'): ReadonlySet<string> {
  if (!screen) return new Set([...model.fields.values()].filter((field) => !field.common).map((field) => field.name))
  const forms = Object.values(screen.forms).filter((form) => form.mode === mode)
  return new Set(forms.flatMap((form) => Object.values(form.fields).flatMap((field) => (field.readonly ? [] : [field.field]))))
}

/** Fields that the search box looks in: shown ones that are marked for it and are not secret. */
export function searchableFields(screen: ResolvedScreen | null, model: EntityModel): readonly FieldModel[] {
  const allowed = readableFields(screen, model)
  return [...model.fields.values()].filter(
    (field) => allowed.has(field.name) && field.property['x-search'] === true && field.property['x-mask'] !== 'secret',
  )
}
