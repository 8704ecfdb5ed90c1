import { fixedMembers, unfitTest } from '../check/predicateRule.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { Tests } from '../documents/predicate.ts'
import { isMasked, maskedTest } from '../entity/maskedFields.ts'
import { fieldNames, getProperty, titleOf } from '../entity/property.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { type EditorNames, listedDictionary } from './editorNames.ts'
import { definition, listOf, members, unfit } from './schemaParts.ts'

type Root = 'row' | 'form' | 'user' | 'now'

/** Names of the definitions of conditions on the records of an entity, and on its form. */
export interface Conditions {
  readonly record: string
  readonly form: string
}

const tests = Object.keys(Tests.properties)
const list: Property = { type: 'array', items: { type: 'string' } }

/** A condition on the records of an entity: the paths that it may name, and for each the tests and values that can hold. */
export function predicateOf(self: string, entity: Entity, roots: readonly Root[], names: EditorNames): JsonSchema {
  const ofFields = roots
    .filter((root) => root === 'row' || root === 'form')
    .flatMap((root) =>
      fieldNames(entity).map((field) => [`${root}.${field}`, definitionOf(field, getProperty(entity, field), names)] as const),
    )
  const fixed = (['user', 'now'] as const).flatMap((root) =>
    fixedMembers[root].map(
      (member) => [`${root}.${member}`, definition(/roles|permissions/.test(member) ? 'tests-list' : 'tests-string')] as const,
    ),
  )
  const again = { $ref: `#/$defs/${self}` }
  return {
    ...members({ ...Object.fromEntries([...ofFields, ...fixed]), $any: listOf(again), $all: listOf(again), $not: again }),
    additionalProperties: unfit(
      `此處的條件沒有這個欄位；可用：${roots.map((root) => `${root}.`).join('、')}開頭的路徑，剛加的欄位存檔後就認得`,
    ),
  }
}

const definitionOf = (field: string, property: Property, names: EditorNames) =>
  definition(testsOf(property, names), titleOf(property, field))

/** The definition with the tests that a field can have. */
function testsOf(property: Property, names: EditorNames): string {
  if (isMasked(property)) return 'tests-masked'
  const shape = property.type === 'array' ? 'list' : property.type
  const value = property.items ?? property
  const dictionary = value.type === 'string' ? listedDictionary(value, names) : null
  return dictionary === null ? `tests-${shape}` : `tests-${shape}-${dictionary.name}`
}

const chosen: readonly (readonly [string, Property])[] = [
  ['string', { type: 'string' }],
  ['list', list],
]
const samples: readonly (readonly [string, Property])[] = [
  ...chosen,
  ['masked', { type: 'string', 'x-mask': 'name' }],
  ...(['integer', 'number', 'boolean', 'object'] as const).map((type) => [type, { type }] as const),
]

/** The definitions of tests: one for each type, and one for each dictionary by the type of its fields. */
export function testsByType(dictionaries: Iterable<string>): Readonly<Record<string, JsonSchema>> {
  const ofTypes = samples.map(([name, property]) => [`tests-${name}`, fitting(property)] as const)
  const ofCodes = [...dictionaries].flatMap((name) =>
    chosen.map(([shape, property]) => [`tests-${shape}-${name}`, fitting(property, valuesOf(definition(`codes-${name}`)))] as const),
  )
  return Object.fromEntries([...ofTypes, ...ofCodes])
}

function fitting(property: Property, value: JsonSchema = typeOf(property.items ?? property)): JsonSchema {
  const each = tests.map((test) => {
    if (isMasked(property) && test !== maskedTest) return [test, unfit('條件對遮罩欄位只能用 empty（有沒有填）')] as const
    const problem = unfitTest(test, property)
    if (problem !== null) return [test, unfit(problem)] as const
    if (test === 'empty') return [test, {}] as const
    return [test, test === 'in' || test === 'nin' || test === 'between' ? listOf(value) : value] as const
  })
  return members(Object.fromEntries(each.filter(([, schema]) => Object.keys(schema).length > 0)))
}

/** A value of the field, or the path of another one. */
function typeOf({ type }: Property): JsonSchema {
  const own = type === 'integer' ? 'number' : type
  return { type: [own, 'object'], errorMessage: `欄位的值的型別是 ${own}；型別不同永遠不成立` }
}

function valuesOf(codes: JsonSchema): JsonSchema {
  return { anyOf: [codes, { type: 'object' }] }
}
