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

/** What a field is by one of its keys, without saying so. */
const implied = { 'x-formula': ['x-computed'], 'x-number': ['x-computed', 'x-unique'], 'x-rollup': ['x-computed'] } as const

/** A field with a formula, an automatic number or a roll-up is computed, at any depth of `properties` and `items`. */
function withComputed(part: Node): Node {
  if (!isMap(part.content)) return part
  const { content } = part
  const properties = content.get('properties')
  const items = content.get('items')
  const keys = Object.entries(implied).flatMap(([key, further]) => (content.has(key) ? further : []))
  const itself = keys.filter((key) => !content.has(key)).reduce((whole, key) => withMember(whole, key, { ...part, content: true }), part)
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
