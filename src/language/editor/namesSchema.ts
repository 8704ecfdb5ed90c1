import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { resourceOf } from '../resolve/api.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { codesIn, dictionaryNames, type EditorNames, entityNames, isListed, pageNames, permissionOf } from './editorNames.ts'
import { conditionsOf, everyEntity, everyProperty, oneEntity } from './entityNames.ts'
import { fieldDefinitions } from './fieldNames.ts'
import { type Conditions, testsByType } from './predicateNames.ts'
import { propertyRules } from './propertyRules.ts'
import { allOf, definition, type Named, where } from './schemaParts.ts'
import { childOf, everyScreen, oneScreen, screenOf } from './screenNames.ts'

/** Path below `schemas/` of the names of the project, to which the schemas of the language refer. */
export const namesPath = 'language/names.schema.json'

/** Kinds of documents with names of the project in them. */
export const kindsWithNames = ['entity', 'screen'] as const

/** Where the schema of a kind of document finds the names. */
export const namesReference = (kind: (typeof kindsWithNames)[number]) => `names.schema.json#/$defs/${kind}`

/**
 * What the checker says beyond the structure of documents, as far as a schema can say it: which entities, fields, codes and buttons there
 * are, and what fits them. Editors complete from it and underline mistakes while somebody types. The checker remains the judge.
 *
 * @returns UTF-8 in parts that follow each other, with one definition a line, so that a change of one document is a change of few lines. They
 *          are three megabytes, of which a saved file changes a few kilobytes: the others stay the same objects.
 */
export function namesSchema(names: EditorNames): readonly Uint8Array[] {
  const entities = [...names.entities.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  const screens = [...names.screens.values()].sort((one, other) => (one.uri < other.uri ? -1 : 1))
  const dictionaries = [...names.dictionaries.values()].filter(isListed)
  const listed = dictionaries.map(({ name }) => name).join()
  return [
    opening,
    ...linesOfProject(names, entities, screens),
    remembered(partKeys.tests, [listed], () => Object.entries(testsByType(dictionaries.map(({ name }) => name))).map(lineOf)),
    ...dictionaries.map((dictionary) => remembered(dictionary, [], () => [lineOf([`codes-${dictionary.name}`, codesIn(dictionary)])])),
    ...entities.map((entity) => remembered(entity, [listed], () => linesOfEntity(entity, names))),
    ...screens.map((screen) => remembered(screen, [names.entities.get(screen.entity)], () => lineOfScreen(screen, names))),
    ending,
  ]
}

/** Stand for the parts that belong to no single document. */
const partKeys = { kinds: {}, permission: {}, everyScreen: {}, property: {}, tests: {} }

/** Definitions about all documents. What they are made of is compared as text: a saved file changes few of these texts. */
function linesOfProject(names: EditorNames, entities: readonly Entity[], screens: readonly Screen[]): readonly Uint8Array[] {
  const uris = screens.map(({ uri }) => uri).join()
  const titled = (ones: readonly Named[]) => JSON.stringify(ones)
  const about = (name: string) => where('entity', { const: name }, definition(`screen-${name}`))
  const kinds = (): Readonly<Record<string, JsonSchema>> => ({
    entity: allOf(definition('everyEntity'), ...entities.map(({ name }) => where('name', { const: name }, definition(`entity-${name}`)))),
    screen: allOf(definition('everyScreen'), ...entities.map(({ name }) => about(name)), ...screens.map(({ uri }) => ofUri(uri))),
  })
  const whole = [titled(dictionaryNames(names)), titled(pageNames(names)), ...entities]
  return [
    remembered(partKeys.kinds, [entities.map(({ name }) => name).join(), uris], () => Object.entries(kinds()).map(lineOf)),
    remembered(partKeys.permission, [names.known, screens.map(resourceOf).join()], () => [lineOf(['permission', permissionOf(names)])]),
    remembered(partKeys.everyScreen, [names.known, titled(entityNames(names)), uris], () => [lineOf(['everyScreen', everyScreen(names)])]),
    remembered(partKeys.property, whole, () => [lineOf(['property', everyProperty(names)])]),
  ]
}

const encoder = new TextEncoder()
const encoded = (text: string): Uint8Array => encoder.encode(text)
const lineOf = ([name, schema]: readonly [string, JsonSchema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`

const head = ['"$schema":"http://json-schema.org/draft-07/schema#"', '"title":"專案的名稱：由文件產生，供編輯器使用"']
/** With the definitions that are the same in every project. */
const opening = encoded(
  `{${head.join(',')},"$defs":{\n${Object.entries({ everyEntity: everyEntity(), propertyRules: propertyRules() }).map(lineOf).join(',\n')}`,
)
const ending = encoded('\n}}\n')

interface Kept {
  readonly basis: readonly unknown[]
  readonly lines: Uint8Array
}

/** A saved file changes the lines of one document: those of the others are kept, together with what they were made of. */
const kept = new WeakMap<object, Kept>()

/** The lines, each behind the comma that ends the one before. */
function remembered(document: object, basis: readonly unknown[], make: () => readonly string[]): Uint8Array {
  const known = kept.get(document)
  if (known?.basis.every((one, index) => one === basis[index])) return known.lines
  const lines = encoded(
    make()
      .map((line) => `,\n${line}`)
      .join(''),
  )
  kept.set(document, { basis, lines })
  return lines
}

const ofUri = (uri: string) => where('uri', { const: uri }, definition(keyOf(uri)))
/** Slashes would have to be escaped in references. */
const keyOf = (uri: string) => `of${uri.replaceAll('/', '.')}`

const conditionNames = (name: string): Conditions => ({ record: `record-${name}`, form: `form-${name}` })

function linesOfEntity(entity: Entity, names: EditorNames): readonly string[] {
  const conditions = conditionNames(entity.name)
  const fields = Object.entries(fieldDefinitions(entity, names)).map(([kind, schema]) => [`${kind}-${entity.name}`, schema] as const)
  const schemas: Readonly<Record<string, JsonSchema>> = {
    ...Object.fromEntries(fields),
    ...conditionsOf(conditions, entity, names),
    [`entity-${entity.name}`]: oneEntity(entity, conditions, names),
    [`screen-${entity.name}`]: screenOf(entity, conditions),
    [`child-${entity.name}`]: childOf(entity, conditions.record),
  }
  return Object.entries(schemas).map(lineOf)
}

function lineOfScreen(screen: Screen, { entities }: EditorNames): readonly string[] {
  const entity = entities.get(screen.entity)
  return entity === undefined ? [] : [lineOf([keyOf(screen.uri), oneScreen(screen, entity, conditionNames(entity.name).record)])]
}
