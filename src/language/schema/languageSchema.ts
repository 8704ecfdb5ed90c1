import type { DocumentKind } from '../catalog/catalog.ts'
import { Dashboard } from '../documents/dashboard.ts'
import { Dictionary, Menu } from '../documents/dictionary.ts'
import { Entity, Property } from '../documents/entity.ts'
import { formulaSchema } from '../documents/formula.ts'
import { predicateSchema, Tests } from '../documents/predicate.ts'
import { Preset } from '../documents/preset.ts'
import { Screen } from '../documents/screen.ts'
import { descriptions } from './descriptions.ts'
import { partDescriptions } from './partDescriptions.ts'

/** A JSON Schema (draft 7 with `$defs`). */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * The language for a kind of document as one JSON Schema. The checker compiles it, and `schemas/language/` publishes it, so that editors
 * accept exactly what the structural check accepts.
 */
export function languageSchema(kind: DocumentKind): JsonSchema {
  const described = describe(tighten(toJson(roots[kind])), kind)
  const $defs = definitionsOf(kind)
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: titles[kind], ...described, ...($defs && { $defs }) }
}

const roots: { readonly [Kind in DocumentKind]: unknown } = {
  entity: Entity,
  screen: Screen,
  dictionary: Dictionary,
  menu: Menu,
  preset: Preset,
  dashboard: Dashboard,
}

const titles: { readonly [Kind in DocumentKind]: string } = {
  entity: '實體文件：一筆資料是什麼',
  screen: '畫面文件：一個畫面顯示什麼',
  dictionary: '字典文件：固定的代碼與名稱',
  menu: '選單：群組與順序',
  preset: '預設文件：幾份文件共用的一段內容',
  dashboard: '儀表板文件：某些角色在公告欄看到的數字、圖表與清單',
}

function definitionsOf(kind: DocumentKind): JsonSchema | undefined {
  if (kind === 'entity' || kind === 'screen') return sharedDefinitions()
  if (kind !== 'dashboard') return undefined
  const { predicate, tests } = sharedDefinitions()
  return { predicate, tests }
}

function sharedDefinitions(): JsonSchema {
  return {
    predicate: describe(toJson(predicateSchema), 'predicate'),
    tests: describe(tighten(toJson(Tests)), 'tests'),
    property: describe(tighten(toJson(Property)), 'property'),
    formula: describe(toJson(formulaSchema), 'formula'),
  }
}

function toJson(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema
}

/** TypeBox writes a record as `patternProperties`, which ignores other keys. In this language an unknown key is an error. */
function tighten(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, tightenValue(value)] as const)
  const tightened: JsonSchema = Object.fromEntries(entries)
  return typeof schema.patternProperties === 'object' && schema.additionalProperties === undefined
    ? { ...tightened, additionalProperties: false }
    : tightened
}

function tightenValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tightenValue)
  return typeof value === 'object' && value !== null ? tighten(value as JsonSchema) : value
}

function describe(schema: JsonSchema, part: keyof typeof descriptions): JsonSchema {
  return describeMembers(describeMembers(schema, descriptions[part]), partDescriptions[part])
}

/** Adds the descriptions for editors. The key `list.columns` describes the member `columns` of the member `list`. */
function describeMembers(schema: JsonSchema, texts: Readonly<Record<string, string>>): JsonSchema {
  return Object.entries(texts).reduce((result, [path, text]) => describeAt(result, path.split('.'), text), schema)
}

function describeAt(schema: JsonSchema, path: readonly string[], description: string): JsonSchema {
  const [name, ...rest] = path
  if (name === undefined) return { ...schema, description }
  const keyword = name === '*' ? 'patternProperties' : 'properties'
  const members = schema[keyword]
  if (typeof members !== 'object' || members === null) {
    if (typeof schema.items === 'object') return { ...schema, items: describeAt(schema.items as JsonSchema, path, description) }
    if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: describeBranches(schema.anyOf as readonly JsonSchema[], path, description) }
    throw new Error(`Nothing to describe at ${path.join('.')}`)
  }
  const key = name === '*' ? Object.keys(members)[0] : name
  const member = key === undefined ? undefined : (members as Record<string, JsonSchema>)[key]
  if (key === undefined || member === undefined) throw new Error(`Nothing to describe at ${path.join('.')}`)
  return { ...schema, [keyword]: { ...members, [key]: describeAt(member, rest, description) } }
}

/** Describes the branches that have the key; at least one must. */
function describeBranches(branches: readonly JsonSchema[], path: readonly string[], description: string): readonly JsonSchema[] {
  const has = (branch: JsonSchema) => Object.hasOwn((branch.properties ?? {}) as object, path[0] ?? '')
  if (!branches.some(has)) throw new Error(`Nothing to describe at ${path.join('.')}`)
  return branches.map((branch) => (has(branch) ? describeAt(branch, path, description) : branch))
}
