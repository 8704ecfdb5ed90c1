import { isMap, type Node } from './node.ts'

/** What documents need not say, because it is nearly always so. */
export const defaults = {
  entity: { type: 'object' },
  /** The field whose value a step changes. */
  transition: { field: 'status' },
} as const

/** An entity with what it does not say. */
export function withDefaults(entity: Node): Node {
  const whole = withMembers(entity, defaults.entity)
  const transitions = isMap(whole.content) ? whole.content.get('transitions') : undefined
  if (transitions === undefined || !isMap(transitions.content)) return whole
  const steps = new Map([...transitions.content].map(([name, step]) => [name, withMembers(step, defaults.transition)]))
  return withMember(whole, 'transitions', { ...transitions, content: steps })
}

function withMembers(part: Node, members: Readonly<Record<string, string>>): Node {
  if (!isMap(part.content)) return part
  const { content } = part
  const missing = Object.entries(members).filter(([name]) => !content.has(name))
  // What is missing stands, for findings, where the part stands.
  return missing.reduce((whole, [name, value]) => withMember(whole, name, { ...part, content: value }), part)
}

function withMember(part: Node, name: string, member: Node): Node {
  return isMap(part.content) ? { ...part, content: new Map([...part.content, [name, member]]) } : part
}
