import type { EntityContext, Names, ScreenContext } from '../../../catalog/known.ts'
import type { Entity } from '../../../documents/entity.ts'
import type { Predicate } from '../../../documents/predicate.ts'
import { findProperty } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { entitiesOfAction } from '../../actionEntities.ts'
import { filledFields } from '../../filledFields.ts'
import { neverHolds, type RangeOfPath, type ValuesOfPath } from '../../neverHolds.ts'

/** Reports conditions that no record can meet, because they hide a button, a field or a row for ever. */
export function neverTrueInEntity({ entity, names }: EntityContext): readonly Finding[] {
  const check = checkOf(entity, names)
  const guards = Object.entries(entity.transitions ?? {}).flatMap(([name, { field, from, guard }]) => {
    const place = ['transitions', name, 'guard']
    return guard === undefined ? [] : check({ $all: [guard, { [`row.${field}`]: { in: [...from] } }] } as Predicate, place)
  })
  const fields = Object.entries(entity.when ?? {}).flatMap(([field, states]) =>
    (['visible', 'required', 'readonly'] as const).flatMap((kind) => check(states[kind], ['when', field, kind])),
  )
  return [...guards, ...fields, ...check(entity.editable, ['editable']), ...check(entity.deletable, ['deletable'])]
}

export function neverTrueInScreen(context: ScreenContext): readonly Finding[] {
  const { screen, entity, names } = context
  const check = checkOf(entity, names)
  const filter = check(screen.filter, ['filter'])
  if (filter.length > 0) return filter
  const views = Object.entries(screen.list.views ?? {}).flatMap(([name, view]) =>
    check(both(screen.filter, view.filter), ['list', 'views', name, 'filter']),
  )
  const actions = Object.entries(screen.actions ?? {}).flatMap(([name, { guard, visible }]) =>
    entitiesOfAction(name, context).flatMap((own) =>
      checkOf(own, names)(both(visible, guard), ['actions', name, guard === undefined ? 'visible' : 'guard']),
    ),
  )
  const forms = Object.entries(screen.forms ?? {}).flatMap(([name, form]) => [
    ...(form.tabs ?? []).flatMap((tab, index) => check(tab.visible, ['forms', name, 'tabs', index, 'visible'])),
    ...check(form.guard, ['forms', name, 'guard']),
    ...check(form.lock?.when, ['forms', name, 'lock', 'when']),
    ...Object.entries(form.when ?? {}).flatMap(([field, states]) =>
      (['visible', 'required', 'readonly'] as const).flatMap((kind) => check(states[kind], ['forms', name, 'when', field, kind])),
    ),
  ])
  const children = Object.entries(screen.children ?? {}).flatMap(([name, child]) => {
    const rows = names.entities.get(child.entity)
    return Object.entries(child.views ?? {}).flatMap(([view, { filter: chosen }]) =>
      rows === undefined ? [] : checkOf(rows, names)(both(child.filter, chosen), ['children', name, 'views', view, 'filter']),
    )
  })
  const list = (['watch', 'totalsOf', 'totalsMinus'] as const).flatMap((key) => check(screen.list[key], ['list', key]))
  return [...list, ...views, ...actions, ...forms, ...children]
}

/** The same for a condition of a dashboard. */
export function neverTrueIn(predicate: Predicate | undefined, place: Place, entity: Entity, names: Names): readonly Finding[] {
  return checkOf(entity, names)(predicate, place)
}

function both(one: Predicate | undefined, other: Predicate | undefined): Predicate | undefined {
  return one === undefined || other === undefined ? (one ?? other) : ({ $all: [one, other] } as Predicate)
}

function checkOf(entity: Entity, names: Names) {
  const filled = filledFields(entity)
  const isFilled = (field: string) => entity.table !== undefined || entity.readonly === true || filled.has(field)
  const valuesOf: ValuesOfPath = (path) => (isUnfilled(path, entity, isFilled) ? [] : valuesOfPath(path, entity, names))
  const rangeOf: RangeOfPath = (path) => rangeOfPath(path, entity)
  return (predicate: Predicate | undefined, place: Place): readonly Finding[] => {
    if (predicate === undefined || !neverHolds(predicate, valuesOf, rangeOf)) return []
    return [{ place, code: 'never-true', message: '條件永遠不成立：其中的比較互相矛盾，或與可能的值不符' }]
  }
}

/** True for a computed field that nobody ever fills: it has no value to compare with. */
function isUnfilled(path: string, entity: Entity, isFilled: (field: string) => boolean): boolean {
  const [root, field = ''] = path.split('.')
  const property = root === 'row' || root === 'form' ? findProperty(entity, field) : undefined
  return property?.['x-computed'] === true && !isFilled(field)
}

/** The smallest and largest value that a number can have. */
function rangeOfPath(path: string, entity: Entity): Readonly<Record<string, number>> {
  const [root, field = ''] = path.split('.')
  const property = root === 'row' || root === 'form' ? findProperty(entity, field) : undefined
  if (property?.type !== 'integer' && property?.type !== 'number') return {}
  const { minimum, maximum, exclusiveMinimum } = property
  return {
    ...(minimum !== undefined && { gte: minimum }),
    ...(maximum !== undefined && { lte: maximum }),
    ...(exclusiveMinimum !== undefined && { gt: exclusiveMinimum }),
  }
}

/** The values that a field can have: those of its fixed dictionary, its enum, its const, or true and false. */
function valuesOfPath(path: string, entity: Entity, names: Names): readonly (string | number | boolean)[] | null {
  const [root, field = ''] = path.split('.')
  if (root === 'user' && field === 'userType') return names.dictionaryDocuments.get('UserType')?.options.map(({ key }) => key) ?? null
  if (root !== 'row' && root !== 'form') return null
  const property = findProperty(entity, field)
  if (property === undefined || property.type === 'array') return null
  if (property.const !== undefined) return [property.const]
  if (property.enum !== undefined) return property.enum
  if (property.type === 'boolean') return [true, false]
  const use = property['x-dictionary']
  const dictionary = names.codeDictionaries.has(nameOf(use)) ? undefined : names.dictionaryDocuments.get(nameOf(use))
  if (dictionary === undefined) return null
  return dictionary.options.map(({ key }) => (property.type === 'string' ? key : Number(key)))
}

function nameOf(use: Entity['properties'][string]['x-dictionary']): string {
  return typeof use === 'string' ? use : (use?.name ?? '')
}
