import { type PartKind, type Preset, partKinds } from '../documents/preset.ts'
import { membersOf } from '../expand/parts.ts'
import { type JsonSchema, languageSchema } from '../schema/languageSchema.ts'
import { partIn, propertyReference, relaxed, type Uses } from './authoredSchema.ts'

/**
 * The JSON Schema of presets for editors: `content` is completed like the part that the preset stands for. In a preset with parameters, a
 * text may replace a number, so its content is not checked.
 */
export function presetSchema(presets: readonly Preset[]): JsonSchema {
  const { property: _ownRoot, ...shared } = definitionsOf('entity')
  const uses: Uses = { presets, $defs: {} }
  const parts = partSchemas()
  const contents = partKinds.map((kind) => [`content-${kind}`, relaxed(parts[kind] ?? {}, kind, uses)] as const)
  const chosen = partKinds.map((kind) => ({
    if: { properties: { for: { const: kind } }, required: ['for'], not: { required: ['parameters'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { content: { $ref: `#/$defs/content-${kind}` } } },
  }))
  const property = relaxed(parts.property ?? {}, 'property', uses)
  return { ...languageSchema('preset'), allOf: chosen, $defs: { ...shared, property, ...Object.fromEntries(contents), ...uses.$defs } }
}

/** The schema of each kind of part, taken from its place in an entity or a screen. */
function partSchemas(): Readonly<Partial<Record<PartKind, JsonSchema>>> {
  const found: Partial<Record<PartKind, JsonSchema>> = {
    entity: languageSchema('entity'),
    property: definitionsOf('entity').property ?? {},
  }
  const collect = (schema: JsonSchema, kind: PartKind | 'screen'): void => {
    for (const [name, shape] of Object.entries(membersOf(kind))) {
      const member = ((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>)[name]
      if (member === undefined || shape.is === 'names') continue
      const part = partIn(member, shape) ?? {}
      if (part.$ref === propertyReference) continue
      found[shape.part] = part
      collect(part, shape.part)
    }
  }
  collect(languageSchema('entity'), 'entity')
  collect(languageSchema('screen'), 'screen')
  return found
}

function definitionsOf(kind: 'entity' | 'screen'): Readonly<Record<string, JsonSchema>> {
  return languageSchema(kind).$defs as Readonly<Record<string, JsonSchema>>
}
