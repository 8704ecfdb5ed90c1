import type { DocumentKind } from '../catalog/catalog.ts'
import type { PartKind, Preset } from '../documents/preset.ts'
import { defaults } from '../expand/defaults.ts'
import { membersOf, referenceKinds, type Shape } from '../expand/parts.ts'
import { type JsonSchema, languageSchema } from '../schema/languageSchema.ts'

/**
 * The JSON Schema of documents as people write them, for editors: parts may name presets with `use`, and what a preset provides may be left
 * out. For documents without `use` it accepts exactly what the checker accepts.
 *
 * @param presets whose names, titles and parameters editors complete
 */
export function authoredSchema(kind: DocumentKind, presets: readonly Preset[]): JsonSchema {
  const schema = languageSchema(kind)
  if (kind !== 'entity' && kind !== 'screen') return schema
  const { $defs, ...root } = schema as JsonSchema & { readonly $defs: Readonly<Record<string, JsonSchema>> }
  const { property = {}, ...others } = $defs
  const uses = { presets, $defs: {} as Record<string, JsonSchema> }
  const written = { ...relaxed(root, kind, uses), ...conditional(kind, needs(root, kind)) }
  const definitions = {
    ...others,
    property: relaxed(property, 'property', uses),
    propertyNeeds: conditional('property', needs(property, 'property')),
    ...uses.$defs,
  }
  return { ...written, $defs: definitions }
}

export interface Uses {
  readonly presets: readonly Preset[]
  /** Schemas of what may follow `use`, by kind of part. */
  readonly $defs: Record<string, JsonSchema>
}

export const propertyReference = '#/$defs/property'

/**
 * The schema of a part with `use`: nothing is required, null removes what the preset provides, and groups may be taken from another form.
 */
export function relaxed(schema: JsonSchema, kind: PartKind | 'screen', uses: Uses): JsonSchema {
  const { required: _needs, ...rest } = schema
  const members = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(([name, member]) => {
    const shape = membersOf(kind)[name]
    const written = shape === undefined ? member : inShape(member, shape, (part, partKind) => relaxed(part, partKind, uses))
    return [name, orNull(written)] as const
  })
  const form = kind === 'group' ? { form: { type: 'string', description: '取用此畫面另一個表單的所有區塊' } } : {}
  const use = kind === 'screen' ? {} : { use: allowedUse(kind, uses) }
  return { ...rest, properties: { ...use, ...Object.fromEntries(members), ...form } }
}

/** What a part without a preset must satisfy: its required members exist, and none is null. */
function needs(schema: JsonSchema, kind: PartKind | 'screen'): JsonSchema {
  const members = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(([name, member]) => {
    const shape = membersOf(kind)[name]
    if (shape === undefined) return []
    if (shape.is === 'names') return [[name, { additionalProperties: notNull }]] as const
    const part = partIn(member, shape)
    const inner =
      part?.$ref === propertyReference ? { $ref: '#/$defs/propertyNeeds' } : conditional(shape.part, needs(part ?? {}, shape.part))
    return [
      [
        name,
        shape.is === 'part' ? inner : shape.is === 'list' ? { items: inner } : { additionalProperties: { allOf: [notNull, inner] } },
      ] as const,
    ]
  })
  const assumed: object = kind === 'entity' || kind === 'transition' ? defaults[kind] : {}
  const required = ((schema.required ?? []) as readonly string[]).filter((name) => !Object.hasOwn(assumed, name))
  return {
    ...(required.length > 0 && { required }),
    patternProperties: { [exceptAnything(schema)]: notNull },
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
  }
}

const notNull: JsonSchema = { not: { type: 'null' } }

/** Matches all members except those that may have any value, including null. */
function exceptAnything({ properties }: JsonSchema): string {
  const free = Object.entries((properties ?? {}) as Members).filter(
    ([, { description: _text, ...limits }]) => Object.keys(limits).length === 0,
  )
  return free.length === 0 ? '' : `^(?!(?:${free.map(([name]) => name).join('|')})$)`
}

function orNull(member: JsonSchema): JsonSchema {
  const { description, ...rest } = member
  if (typeof member.type !== 'string' || member.const !== undefined)
    return { ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] }
  const allowed = Array.isArray(member.enum) ? { enum: [...(member.enum as readonly unknown[]), null] } : {}
  return { ...member, type: [member.type, 'null'], ...allowed }
}

function conditional(kind: PartKind | 'screen', needed: JsonSchema): JsonSchema {
  if (kind === 'screen') return { allOf: [needed] }
  const isGiven = kind === 'group' ? { anyOf: [{ required: ['use'] }, { required: ['form'] }] } : { required: ['use'] }
  return { if: isGiven, else: needed }
}

type Change = (part: JsonSchema, kind: PartKind) => JsonSchema

function inShape(member: JsonSchema, shape: Shape, change: Change): JsonSchema {
  const one = (part: JsonSchema) => (shape.is === 'names' || part.$ref === propertyReference ? part : change(part, shape.part))
  if (shape.is === 'part') return one(member)
  if (shape.is === 'list') return { ...member, items: one(member.items as JsonSchema) }
  const entry = (part: JsonSchema) => orNull(one(part))
  const { patternProperties, additionalProperties } = member
  return {
    ...member,
    ...(typeof patternProperties === 'object' && { patternProperties: mapValues(patternProperties as Members, entry) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: entry(additionalProperties as JsonSchema) }),
  }
}

type Members = Readonly<Record<string, JsonSchema>>

export function partIn(member: JsonSchema, shape: Shape): JsonSchema | undefined {
  if (shape.is === 'part') return member
  if (shape.is === 'list') return member.items as JsonSchema
  const named = Object.values((member.patternProperties ?? {}) as Members)[0]
  return named ?? (typeof member.additionalProperties === 'object' ? (member.additionalProperties as JsonSchema) : undefined)
}

/** What may follow `use` in a part of this kind: a preset by name, a screen by uri, a preset with values, or a list of these. */
function allowedUse(kind: PartKind, { presets, $defs }: Uses): JsonSchema {
  const fitting = presets.filter((preset) => preset.for === kind)
  const names = fitting.map(({ name, title }) => ({ const: name, description: title }))
  const withValues = fitting.filter(({ parameters }) => parameters !== undefined).map(presetWithValues)
  const screens = referenceKinds.includes(kind)
    ? [{ type: 'string', pattern: '^/', description: '另一個畫面的網址：取用它在同一處的內容' }]
    : []
  const branches = [...names, ...withValues, ...screens]
  const one = branches.length === 0 ? { not: {} } : { anyOf: branches }
  const definition = `use-${kind}`
  $defs[definition] = { anyOf: [...(branches.length === 0 ? [one] : branches), { type: 'array', minItems: 1, items: one }] }
  const description = '使用預設（schemas/presets）；這裡另外寫的鍵優先，寫 null 為去掉預設的那一個'
  return { description, allOf: [{ $ref: `#/$defs/${definition}` }] }
}

function presetWithValues({ name, title, parameters = {} }: Preset): JsonSchema {
  const needed = Object.keys(parameters).filter((key) => !Object.hasOwn(parameters[key] ?? {}, 'default'))
  const values = {
    type: 'object',
    description: '參數的值',
    properties: mapValues(parameters, (parameter) => ({ description: parameter.title })),
    required: needed,
    additionalProperties: false,
  }
  return {
    type: 'object',
    description: title,
    properties: { preset: { const: name, description: title }, with: values },
    required: ['preset', ...(needed.length > 0 ? ['with'] : [])],
    additionalProperties: false,
  }
}

function mapValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => JsonSchema): Members {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
