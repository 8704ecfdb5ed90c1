import type { PartKind } from '../documents/preset.ts'
import { isMap, type Node, removed } from './node.ts'
import { type Shape, shapeOf } from './parts.ts'

/**
 * Merges two versions of a part. Members keep their order. Parts and named values are merged member by member; any other value is that of
 * the winner. A `null` of the winner removes the value of the other.
 */
export function mergePart(kind: PartKind | 'screen', first: Node, second: Node, winner: 'first' | 'second'): Node {
  return mergeMembers(first, second, winner, (member) => shapeOf(kind, member))
}

function mergeMembers(first: Node, second: Node, winner: 'first' | 'second', shape: (member: string) => Shape | undefined): Node {
  if (!isMap(first.content) || !isMap(second.content)) return winner === 'first' ? first : second
  const content = new Map(first.content)
  for (const [key, other] of second.content) {
    const one = content.get(key)
    content.set(key, one === undefined ? other : mergeMember(one, other, winner, shape(key)))
  }
  return { ...(winner === 'first' ? first : second), content }
}

function mergeMember(first: Node, second: Node, winner: 'first' | 'second', shape: Shape | undefined): Node {
  const winning = winner === 'first' ? first : second
  if (winning.content === null || winning.content === removed) return { ...winning, content: removed }
  if (shape?.is === 'part') return mergePart(shape.part, first, second, winner)
  if (shape?.is === 'map') return mergeMembers(first, second, winner, () => ({ is: 'part', part: shape.part }))
  if (shape?.is === 'names') return mergeMembers(first, second, winner, () => undefined)
  return winning
}
