import { isMap, type Node } from './node.ts'

/** Defaults that documents may leave out, because they are nearly always right. */
export const defaults = {
  entity: { type: 'object' },
  /** The field that a step changes. */
  transition: { field: 'status' },
} as const

/** Adds the defaults to an entity. */
export function withDefaults(entity: Node): Node {
  const whole = withComputed(withMembers(entity, defaults.entity))
  const transitions = isMap(whole.content) ? whole.content.get('transitions') : undefined
  if (transitions === undefined || !isMap(transitions.content)) return whole
  const steps = new Map([...transitions.content].map(([name, step]) => [name, withMembers(step, defaults.transition)]))
  return withMember(whole, 'transitions', { ...transitions, content: steps })
}

/** A field with a formula is computed, at any depth of `properties` and `items`. */
function withComputed(part: Node): Node {
  if (!isMap(part.content)) return part
  const properties = part.content.get('properties')
  const items = part.content.get('items')
  const itself =
    part.content.has('x-formula') && !part.content.has('x-computed') ? withMember(part, 'x-computed', { ...part, content: true }) : part
  const inside = items === undefined ? itself : withMember(itself, 'items', withComputed(items))
  if (properties === undefined || !isMap(properties.content)) return inside
  const members = new Map([...properties.content].map(([name, property]) => [name, withComputed(property)]))
  return withMember(inside, 'properties', { ...properties, content: members })
}

function withMembers(part: Node, members: Readonly<Record<string, string>>): Node {
  if (!isMap(part.content)) return part
  const { content } = part
  const missing = Object.entries(members).filter(([name]) => !content.has(name))
  // For findings, an added default has the place of its part.
  return missing.reduce((whole, [name, value]) => withMember(whole, name, { ...part, content: value }), part)
}

function withMember(part: Node, name: string, member: Node): Node {
  return isMap(part.content) ? { ...part, content: new Map([...part.content, [name, member]]) } : part
}
