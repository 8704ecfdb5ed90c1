import type { Entity, Property } from '../documents/entity.ts'
import type { Link } from '../documents/relations.ts'
import type { Made, Screen } from '../documents/screen.ts'
import { findProperty } from '../entity/property.ts'
import type { ResolvedAction, ResolvedColumn, ResolvedField, ResolvedForm, ResolvedLink, ResolvedScreen } from '../resolved.ts'
import { resourceOf } from './api.ts'
import { wayTo } from './recordWays.ts'

/** The screens to which links may lead. */
export interface LinkWorld {
  /** By uri. */
  readonly screens: ReadonlyMap<string, Screen>
  readonly entities: ReadonlyMap<string, Entity>
}

type Linked = Pick<ResolvedScreen, 'uri' | 'list' | 'forms' | 'children' | 'actions'>

/**
 * Adds to columns (of the list, its details and child lists) and to fields of views where the records are that their values name
 * (`x-link`). Input forms get no links, because a click would leave the form. Actions get the places of the records that they make.
 *
 * @param made by action, from the document
 */
export function withLinks<T extends Linked>(screen: T, entity: Entity, made: MadeByAction, world: LinkWorld): T {
  const own = (column: ResolvedColumn) => linkedColumn(column, entity, screen.uri, world)
  const { expand } = screen.list
  const children = Object.entries(screen.children).map(([name, child]) => {
    const inner = world.entities.get(child.entity)
    const columns = inner === undefined ? child.columns : child.columns.map((column) => linkedColumn(column, inner, screen.uri, world))
    return [name, { ...child, columns }] as const
  })
  const forms = Object.entries(screen.forms).map(([name, form]) => [name, linkedForm(form, screen.uri, world)] as const)
  const list = {
    ...screen.list,
    columns: screen.list.columns.map(own),
    ...(expand?.kind === 'fields' && { expand: { ...expand, fields: expand.fields.map(own) } }),
  }
  const actions = Object.entries(screen.actions).map(([name, action]) => [name, makingAction(action, made(name), world)] as const)
  return {
    ...screen,
    list,
    forms: Object.fromEntries(forms),
    children: Object.fromEntries(children),
    actions: Object.fromEntries(actions),
  }
}

export type MadeByAction = (name: string) => Made | undefined

function makingAction(action: ResolvedAction, given: Made | undefined, world: LinkWorld): ResolvedAction {
  if (action.kind !== 'request' || given === undefined) return action
  const { form, ...link } = given
  const made = waysTo(link, world)
  return made.length === 0 ? action : { ...action, made, ...(form !== undefined && { madeForm: form }) }
}

function linkedColumn(column: ResolvedColumn, entity: Entity, uri: string, world: LinkWorld): ResolvedColumn {
  const property = findProperty(entity, column.field)
  const to = property === undefined ? [] : linksOf(column.field, property, uri, world)
  return to.length === 0 ? column : { ...column, to }
}

function linkedForm(form: ResolvedForm, uri: string, world: LinkWorld): ResolvedForm {
  const fields = form.mode === 'view' ? linkedFields(form.fields, uri, world) : form.fields
  return { ...form, fields: unnamed(fields) }
}

/**
 * Removes what links and references of fields lead to, so that a form does not reveal screens to users who may not open them; `to` and
 * `reference` have what is needed.
 */
function unnamed(fields: ResolvedForm['fields']): ResolvedForm['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, property: withoutLink(field.property), ...(field.items && { items: unnamed(field.items) }) },
    ]),
  )
}

function withoutLink(property: Property): Property {
  const { 'x-link': _link, 'x-ref': _ref, 'x-borrowed': _borrowed, items, properties, ...rest } = property
  const inner = properties && Object.entries(properties).map(([name, one]) => [name, withoutLink(one)] as const)
  return { ...rest, ...(items && { items: withoutLink(items) }), ...(inner && { properties: Object.fromEntries(inner) }) }
}

function linkedFields(fields: ResolvedForm['fields'], uri: string, world: LinkWorld): ResolvedForm['fields'] {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, linkedField(field, uri, world)] as const))
}

function linkedField(field: ResolvedField, uri: string, world: LinkWorld): ResolvedField {
  const to = linksOf(field.field, field.property, uri, world)
  return { ...field, ...(to.length > 0 && { to }), ...(field.items && { items: linkedFields(field.items, uri, world) }) }
}

function linksOf(field: string, property: Property, own: string, world: LinkWorld): readonly ResolvedLink[] {
  const link = property['x-link'] ?? property.items?.['x-link'] ?? linkOfReference(property, world)
  if (link === undefined) return []
  const { from = field, ...rest } = link
  // On its own screen, the number of a record needs no link to itself.
  return waysTo({ ...rest, ...(from !== field && { from }) }, world).filter(({ uri, key }) => uri !== own || field !== key)
}

/** A reference leads to the screens of its entity, unless the document says where (`x-link`). */
function linkOfReference(property: Property, { screens, entities }: LinkWorld): Link | undefined {
  const borrowed = property['x-borrowed']
  const entity = entities.get(property['x-ref']?.entity ?? borrowed?.entity ?? '')
  // Of the shown fields only the name of the other record leads there: links everywhere would hide what is worth a click.
  if (entity === undefined || (borrowed !== undefined && borrowed.field !== entity.label)) return undefined
  const uris = [...screens.values()].flatMap((screen) => (screen.entity === entity.name ? [screen.uri] : []))
  if (uris.length === 0) return undefined
  return { screen: uris.slice(0, linksMax), key: entity.key, ...(borrowed && { from: borrowed.by }) }
}

/** As many as a document can name. */
const linksMax = 4

function waysTo({ screen: given, key, from }: Link, { screens, entities }: LinkWorld): readonly ResolvedLink[] {
  const uris = typeof given === 'string' ? [given] : given
  return uris.flatMap((uri): readonly ResolvedLink[] => {
    const screen = screens.get(uri)
    const entity = screen && entities.get(screen.entity)
    const way = screen && entity && wayTo(screen, entity, key)
    if (!way) return []
    const permission = `${resourceOf(screen)}.view`
    return [{ uri, permission, kind: way.kind, key, ...(way.isOther && { isOther: true as const }), ...(from !== undefined && { from }) }]
  })
}
