import type { Entity, Property } from '../documents/entity.ts'
import type { Preset } from '../documents/preset.ts'
import { defaults } from '../expand/defaults.ts'
import { stableJson } from '../resolve/contentHash.ts'

/** Writes a new entity as an analyst would: presets replace what they contain, and defaults are left out. */
export function authoredEntity(entity: Entity, presets: Iterable<Preset>): object {
  const kinds = [...presets].filter((preset) => preset.for === 'property' && preset.parameters === undefined)
  const properties = Object.entries(entity.properties).map(([name, property]) => [name, ofKind(property, kinds)] as const)
  const said = Object.entries(entity).filter(([key, value]) => value !== (defaults.entity as Readonly<Record<string, unknown>>)[key])
  return { ...Object.fromEntries(said), properties: Object.fromEntries(properties) }
}

/** Replaces a property by the best matching preset, when the preset covers at least its type and how it is shown. */
function ofKind(property: Property, kinds: readonly Preset[]): object {
  const fitting = kinds.filter((kind) => saidBy(kind).length > 1 && saidBy(kind).every((key) => isSame(kind, property, key)))
  const [best] = fitting.sort((left, right) => saidBy(right).length - saidBy(left).length)
  if (best === undefined) return property
  const own = Object.entries(property).filter(
    ([key, value]) => best.content[key] === undefined || (key === 'title' && value !== best.content[key]),
  )
  return { use: best.name, ...Object.fromEntries(own) }
}

/** The keys of a preset without its title, because every field may have its own title. */
function saidBy({ content }: Preset): readonly string[] {
  return Object.keys(content).filter((key) => key !== 'title')
}

function isSame({ content }: Preset, property: object, key: string): boolean {
  const own = new Map(Object.entries(property)).get(key)
  return own !== undefined && stableJson(own) === stableJson(content[key])
}
