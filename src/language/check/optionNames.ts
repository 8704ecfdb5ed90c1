import type { OptionNames } from '../catalog/known.ts'
import type { Dashboard, TileSource } from '../documents/dashboard.ts'
import type { Dictionary } from '../documents/dictionary.ts'
import type { Entity, InputForm, Property, Transition } from '../documents/entity.ts'
import { type Formula, isFormula, isPath, type Operand, operationOf } from '../documents/formula.ts'
import type { Predicate } from '../documents/predicate.ts'
import type { Reference } from '../documents/relations.ts'
import type { Child, Filter, Form, Screen, Tab } from '../documents/screen.ts'
import { findProperty } from '../entity/property.ts'
import type { Finding, Place } from '../findings/source.ts'
import { entitiesOfAction } from './actionEntities.ts'

/** A document with options as stored codes, and the findings about the names in it. */
export interface Coded<Document> {
  /** Null while codes cannot be known, because a dictionary is broken. That has its finding where the dictionary is. */
  readonly document: Document | null
  readonly findings: readonly Finding[]
}

/** Replaces names of options (`"approved"`) by the stored codes, wherever an entity refers to an option of a field's dictionary. */
export function codedEntity(entity: Entity, names: OptionNames): Coded<Entity> {
  const coder = new Coder(names)
  const of = (property: Property | undefined) => property
  const { transitions, final, editable, deletable, when } = entity
  const stateField = Object.values(transitions ?? {})[0]?.field
  const document: Entity = {
    ...entity,
    properties: coder.properties(entity.properties, ['properties']),
    ...(when && { when: coder.conditions(when, ['when'], entity) }),
    ...(transitions && {
      transitions: mapValues(transitions, (transition, name) => coder.transition(transition, ['transitions', name], entity)),
    }),
    ...(final && { final: coder.list(final, ['final'], of(stateField === undefined ? undefined : findProperty(entity, stateField))) }),
    ...(editable && { editable: coder.predicate(editable, ['editable'], entity) }),
    ...(deletable && { deletable: coder.predicate(deletable, ['deletable'], entity) }),
  }
  return coder.result(document)
}

/** Does the same for a screen of an entity. */
export function codedScreen(screen: Screen, entity: Entity, names: OptionNames): Coded<Screen> {
  const coder = new Coder(names)
  const { list, filter, forms, actions, children } = screen
  const document: Screen = {
    ...screen,
    ...(filter && { filter: coder.predicate(filter, ['filter'], entity) }),
    list: {
      ...list,
      ...(list.filters && { filters: list.filters.map((one, index) => coder.filter(one, ['list', 'filters', index], entity)) }),
      ...(list.totalsOf && { totalsOf: coder.predicate(list.totalsOf, ['list', 'totalsOf'], entity) }),
      ...(list.totalsMinus && { totalsMinus: coder.predicate(list.totalsMinus, ['list', 'totalsMinus'], entity) }),
      ...(list.watch && { watch: coder.predicate(list.watch, ['list', 'watch'], entity) }),
      ...(list.views && { views: coder.views(list.views, ['list', 'views'], entity) }),
    },
    ...(forms && { forms: mapValues(forms, (form, name) => coder.form(form, ['forms', name], entity)) }),
    ...(actions && {
      actions: mapValues(actions, (action, name) => {
        const place = ['actions', name]
        const rows = rowsOf(entitiesOfAction(name, { screen, entity, names }), entity)
        return {
          ...action,
          ...(action.guard && { guard: coder.predicate(action.guard, [...place, 'guard'], rows) }),
          ...(action.visible && { visible: coder.predicate(action.visible, [...place, 'visible'], rows) }),
          ...(action.input && { input: coder.input(action.input, [...place, 'input']) }),
        }
      }),
    }),
    ...(children && { children: mapValues(children, (child, name) => coder.child(child, ['children', name])) }),
  }
  return coder.result(document)
}

/** Does the same for a dashboard, whose tiles are of several entities. */
export function codedDashboard(dashboard: Dashboard, names: OptionNames): Coded<Dashboard> {
  const coder = new Coder(names)
  const coded = <T extends TileSource>(source: T, place: Place): T => {
    const entity = names.entities.get(source.entity)
    if (entity === undefined || source.filter === undefined) return source
    return { ...source, filter: coder.predicate(source.filter, [...place, 'filter'], entity) }
  }
  const tiles = dashboard.tiles.map((tile, index) => {
    const place = ['tiles', index]
    if (tile.kind === 'text') return tile
    if (tile.kind !== 'todo') return coded(tile, place)
    return { ...tile, items: tile.items.map((item, position) => coded(item, [...place, 'items', position])) }
  })
  return coder.result({ ...dashboard, tiles })
}

/** Fields of a row of an action: those of the first entity on which it is used, and those that only the others have. */
function rowsOf(entities: readonly Entity[], own: Entity): Pick<Entity, 'properties'> {
  const used = entities.length === 0 ? [own] : entities
  return { properties: Object.assign({}, ...[...used].reverse().map(({ properties }) => properties)) as Entity['properties'] }
}

/** Tests whose values are options of the field. */
const optionTests: readonly string[] = ['eq', 'ne', 'in', 'nin', 'has']

class Coder {
  readonly #findings: Finding[] = []
  readonly #names: OptionNames
  #hasUnknownCode = false

  constructor(names: OptionNames) {
    this.#names = names
  }

  result<Document>(document: Document): Coded<Document> {
    return { document: this.#hasUnknownCode ? null : document, findings: this.#findings }
  }

  /** The code of an option. Any other value is returned unchanged, and the rules check it. */
  value(value: unknown, place: Place, property: Property | undefined, at: 'key' | 'value' = 'value'): unknown {
    const name = dictionaryNameOf(property)
    if (name === undefined || typeof value !== 'string') return value
    const dictionary = this.#names.dictionaryDocuments.get(name)
    if (dictionary === undefined) {
      if (this.#isBroken(name) && isOptionName(value)) this.#hasUnknownCode = true
      return value
    }
    const named = dictionary.options.find((option) => option.name === value)
    if (named !== undefined) return named.key
    const coded = dictionary.options.find((option) => option.key === value)
    if (coded?.name !== undefined) this.#preferName(coded.name, value, place, at)
    return value
  }

  list<T>(values: readonly T[], place: Place, property: Property | undefined): readonly T[] {
    return values.map((value, index) => this.value(value, [...place, index], property) as T)
  }

  /** A single option, or a list of options. */
  values(value: unknown, place: Place, property: Property | undefined): unknown {
    return Array.isArray(value) ? this.list(value, place, property) : this.value(value, place, property)
  }

  properties(properties: Readonly<Record<string, Property>>, place: Place): Readonly<Record<string, Property>> {
    return mapValues(properties, (property, name) => this.property(property, [...place, name], properties))
  }

  /** @param siblings fields of the same record or row, which a formula reads */
  property(property: Property, place: Place, siblings: Entity['properties'] = {}): Property {
    const formula: unknown = property['x-formula']
    const { items, properties, default: initial, const: only, enum: allowed, 'x-tags': tags, convert } = property
    const tagged =
      tags && Object.entries(tags).map(([key, tone]) => [this.value(key, [...place, 'x-tags', key], property, 'key'), tone] as const)
    return {
      ...property,
      ...(initial !== undefined && { default: this.values(initial, [...place, 'default'], property) }),
      ...(only !== undefined && { const: this.value(only, [...place, 'const'], property) as string }),
      ...(allowed && { enum: this.list(allowed, [...place, 'enum'], property) }),
      ...(convert?.values && {
        convert: { ...convert, values: this.converted(convert.values, [...place, 'convert', 'values'], property) },
      }),
      ...(tagged && { 'x-tags': Object.fromEntries(tagged) }),
      ...(isFormula(formula) && { 'x-formula': this.formula(formula, [...place, 'x-formula'], { property, siblings }) }),
      ...(property['x-ref'] && { 'x-ref': this.reference(property['x-ref'], [...place, 'x-ref']) }),
      ...(items && { items: this.property(items, [...place, 'items']) }),
      ...(properties && { properties: this.properties(properties, [...place, 'properties']) }),
    }
  }

  /** What stored values become; the stored ones are what they are. */
  converted<T>(values: Readonly<Record<string, T>>, place: Place, property: Property): Readonly<Record<string, T>> {
    return mapValues(values, (value, stored) => this.value(value, [...place, stored], property) as T)
  }

  /** The condition on the records that can be chosen is about the other entity. */
  reference(reference: Reference, place: Place): Reference {
    const other = this.#names.entities.get(reference.entity)
    if (other === undefined || reference.filter === undefined) return reference
    return { ...reference, filter: this.predicate(reference.filter, [...place, 'filter'], other) }
  }

  /** `property` is the field of the result: texts between which a condition chooses are options of it. */
  formula(formula: Formula, place: Place, use: { readonly property?: Property; readonly siblings: Entity['properties'] }): Formula {
    const [operator, given] = operationOf(formula)
    if (!Array.isArray(given)) return formula
    const { siblings } = use
    const inside = operator === '$if' ? use : { siblings }
    const parts = (given as readonly Operand[]).map((part, index) => {
      const here = [...place, operator, index]
      if (operator === '$if' && index === 0) return this.predicate(part as unknown as Predicate, here, { properties: siblings })
      if (isFormula(part)) return this.formula(part, here, inside)
      return typeof part === 'string' && !isPath(part) ? this.value(part, here, inside.property) : part
    })
    return { [operator]: parts }
  }

  input(input: InputForm, place: Place): InputForm {
    return { ...input, properties: this.properties(input.properties, [...place, 'properties']) }
  }

  transition(transition: Transition, place: Place, entity: Entity): Transition {
    const field = findProperty(entity, transition.field)
    return {
      ...transition,
      from: this.list(transition.from, [...place, 'from'], field),
      to: this.value(transition.to, [...place, 'to'], field) as string,
      ...(transition.guard && { guard: this.predicate(transition.guard, [...place, 'guard'], entity) }),
      ...(transition.input && { input: this.input(transition.input, [...place, 'input']) }),
    }
  }

  filter(filter: Filter, place: Place, entity: Entity): Filter {
    if (typeof filter === 'string' || filter.default === undefined) return filter
    return { ...filter, default: this.values(filter.default, [...place, 'default'], findProperty(entity, filter.field)) }
  }

  form(form: Form, place: Place, entity: Entity): Form {
    const { when, lock, guard, tabs } = form
    return {
      ...form,
      ...(when && { when: this.conditions(when, [...place, 'when'], entity) }),
      ...(guard && { guard: this.predicate(guard, [...place, 'guard'], entity) }),
      ...(lock && { lock: { ...lock, when: this.predicate(lock.when, [...place, 'lock', 'when'], entity) } }),
      ...(tabs && {
        tabs: tabs.map(
          (tab, index): Tab => ({
            ...tab,
            ...(tab.visible && { visible: this.predicate(tab.visible, [...place, 'tabs', index, 'visible'], entity) }),
          }),
        ),
      }),
    }
  }

  child(child: Child, place: Place): Child {
    const entity = this.#names.entities.get(child.entity)
    if (entity === undefined) return child
    return {
      ...child,
      ...(child.filter && { filter: this.predicate(child.filter, [...place, 'filter'], entity) }),
      ...(child.views && { views: this.views(child.views, [...place, 'views'], entity) }),
    }
  }

  views(views: NonNullable<Child['views']>, place: Place, entity: Entity): NonNullable<Child['views']> {
    return mapValues(views, (view, name) => ({ ...view, filter: this.predicate(view.filter, [...place, name, 'filter'], entity) }))
  }

  conditions<T extends Readonly<Record<string, { readonly [key: string]: Predicate | undefined }>>>(
    when: T,
    place: Place,
    entity: Entity,
  ): T {
    return mapValues(when, (conditions, field) =>
      mapValues(conditions, (predicate, key) => predicate && this.predicate(predicate, [...place, field, key], entity)),
    ) as T
  }

  predicate(predicate: Predicate, place: Place, entity: Pick<Entity, 'properties'>): Predicate {
    return mapValues(predicate as Readonly<Record<string, unknown>>, (condition, key) => {
      const here = [...place, key]
      if (key === '$not') return this.predicate(condition as Predicate, here, entity)
      if (key.startsWith('$'))
        return (condition as readonly Predicate[]).map((part, index) => this.predicate(part, [...here, index], entity))
      const [root, field = ''] = key.split('.')
      const property = root === 'row' || root === 'form' ? findProperty(entity, field) : userProperties[key]
      if (property === undefined && root !== 'row' && root !== 'form') return condition
      return mapValues(condition as Readonly<Record<string, unknown>>, (operand, test) =>
        optionTests.includes(test) ? this.values(operand, [...here, test], property) : operand,
      )
    }) as Predicate
  }

  #preferName(name: string, value: string, place: Place, at: 'key' | 'value'): void {
    const message = `代碼「${value}」有名稱，請寫「${name}」`
    this.#findings.push({ place, at, severity: 'warning', code: 'code-not-name', message })
  }

  /** True for a dictionary with a document that cannot be read. Those of code have none. */
  #isBroken(dictionary: string): boolean {
    return this.#names.dictionaries.has(dictionary) && !this.#names.codeDictionaries.has(dictionary)
  }
}

/** True for what is written like a name (`approved`) and not like a code. */
function isOptionName(value: string): boolean {
  return /^[a-z]/.test(value)
}

/** What conditions can ask of the user, where it has options. */
const userProperties: Readonly<Record<string, Property>> = { 'user.userType': { type: 'string', 'x-dictionary': 'UserType' } }

/** How a document writes an option: by its name if it has one, otherwise by its code. */
export function writtenOption({ name, key }: Dictionary['options'][number]): string {
  return name ?? key
}

function dictionaryNameOf(property: Property | undefined): string | undefined {
  const use = property?.['x-dictionary'] ?? property?.items?.['x-dictionary']
  return typeof use === 'string' ? use : use?.name
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}
