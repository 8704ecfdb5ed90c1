import type { DocumentKind } from '../../src/language/catalog/catalog.ts'
import { catalogueFrom } from '../../src/language/documents/vocabulary.ts'
import { type JsonSchema, languageSchema } from '../../src/language/schema/languageSchema.ts'

/**
 * A feature of the language: a key (`screen list.columns[].pin`), or a word of a closed list (`screen list.columns[].pin=start`). Names are
 * those of the reference; shared parts have their own names (`property x-mask=email`, `tests between`).
 */
export type LanguageFeature = string

/** All features that a document of this kind, including its shared parts, could use. */
export function featuresOfLanguage(kind: DocumentKind): ReadonlySet<LanguageFeature> {
  const features = new Set<LanguageFeature>()
  const root = languageSchema(kind)
  addSchema({ root, features, entered: new Set() }, root, kind, '')
  return features
}

/** The features that a valid document uses. */
export function featuresInUse(kind: DocumentKind, document: unknown): ReadonlySet<LanguageFeature> {
  const features = new Set<LanguageFeature>()
  const root = languageSchema(kind)
  addValue({ root, features, entered: new Set() }, { schema: root, value: document, chapter: kind, path: '' })
  return features
}

interface Walk {
  readonly root: JsonSchema
  readonly features: Set<LanguageFeature>
  /** Shared parts that were visited already. */
  readonly entered: Set<string>
}

interface Parts {
  readonly $ref?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema | readonly JsonSchema[]
}

const anyName = '<名稱>'
/** Words of a list, except of a catalogue of names (icons): such names are no features, and need no example each. */
const wordsToShow = ({ enum: words = [] }: Parts) => (words.length > catalogueFrom ? [] : words)

const at = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function addSchema(walk: Walk, schema: JsonSchema, chapter: string, path: string): void {
  const parts = schema as Parts
  const shared = sharedPart(walk, parts)
  if (shared) {
    if (!walk.entered.has(shared.name)) {
      walk.entered.add(shared.name)
      addSchema(walk, shared.schema, shared.name, '')
    }
    return
  }
  for (const word of wordsToShow(parts)) walk.features.add(`${chapter} ${path}=${String(word)}`)
  for (const [name, part] of Object.entries(parts.properties ?? {})) {
    walk.features.add(`${chapter} ${at(path, name)}`)
    addSchema(walk, part, chapter, at(path, name))
  }
  for (const part of namedParts(parts)) addSchema(walk, part, chapter, at(path, anyName))
  for (const part of parts.anyOf ?? []) addSchema(walk, part, chapter, path)
  for (const part of itemParts(parts)) addSchema(walk, part, chapter, `${path}[]`)
}

interface AddValueInput {
  readonly schema: JsonSchema
  readonly value: unknown
  readonly chapter: string
  readonly path: string
}

function addValue(walk: Walk, { schema, value, chapter, path }: AddValueInput): void {
  const parts = schema as Parts
  const shared = sharedPart(walk, parts)
  if (shared) {
    addValue(walk, { schema: shared.schema, value, chapter: shared.name, path: '' })
    return
  }
  if (wordsToShow(parts).includes(value)) walk.features.add(`${chapter} ${path}=${String(value)}`)
  for (const part of parts.anyOf ?? []) addValue(walk, { schema: part, value, chapter, path })
  if (Array.isArray(value)) {
    for (const part of itemParts(parts))
      for (const item of value as readonly unknown[]) addValue(walk, { schema: part, value: item, chapter, path: `${path}[]` })
  } else if (typeof value === 'object' && value !== null) addMembers(walk, { parts, value, chapter, path })
}

interface AddMembersInput {
  readonly parts: Parts
  readonly value: object
  readonly chapter: string
  readonly path: string
}

function addMembers(walk: Walk, { parts, value, chapter, path }: AddMembersInput): void {
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(parts.properties ?? {}, name) ? parts.properties?.[name] : undefined
    if (own !== undefined) {
      walk.features.add(`${chapter} ${at(path, name)}`)
      addValue(walk, { schema: own, value: member, chapter, path: at(path, name) })
    } else for (const part of namedParts(parts)) addValue(walk, { schema: part, value: member, chapter, path: at(path, anyName) })
  }
}

function sharedPart({ root }: Walk, { $ref }: Parts): { readonly name: string; readonly schema: JsonSchema } | undefined {
  if ($ref === undefined) return undefined
  const name = $ref.replace('#/$defs/', '')
  const schema = (root.$defs as Readonly<Record<string, JsonSchema>> | undefined)?.[name]
  return schema && { name, schema }
}

/** Parts under names that an analyst chooses. */
function namedParts({ patternProperties = {}, additionalProperties }: Parts): readonly JsonSchema[] {
  const further = typeof additionalProperties === 'object' && additionalProperties !== null ? [additionalProperties as JsonSchema] : []
  return [...Object.values(patternProperties), ...further]
}

function itemParts({ items }: Parts): readonly JsonSchema[] {
  if (items === undefined) return []
  return Array.isArray(items) ? (items as readonly JsonSchema[]) : [items as JsonSchema]
}
