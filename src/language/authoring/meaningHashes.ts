import type { Catalog } from '../catalog.ts'
import { contentHash } from '../resolve/contentHash.ts'

/** Objects whose order of names is seen: forms without a layout list fields as they stand, bars and explanations list steps and forms. */
const ordered = new Set(['properties', 'transitions', 'forms', 'actions', 'children', 'fields', 'views', 'when'])

/**
 * What the documents mean, one line per entity and screen: its hash after all defaults are filled in. Whoever rewrites
 * documents without changing them compares the lines from before with those from after.
 */
export function meaningHashes({ entities, screens }: Catalog): readonly string[] {
  return [
    ...[...entities.values()].map(({ $schema: _editor, ...entity }) => `${hashInOrder(entity)} entity ${entity.name}`),
    ...[...screens.values()].map((screen) => `${hashInOrder(screen)} screen ${screen.uri}`),
  ].sort((left, right) => (left.slice(33) < right.slice(33) ? -1 : 1))
}

function hashInOrder(value: object): string {
  return contentHash(withOrders(value, ''))
}

/** The value with the order of names beside each object in which it is seen: the hash alone does not see it. */
function withOrders(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((part) => withOrders(part, ''))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const content = Object.fromEntries(members.map(([name, member]) => [name, withOrders(member, name)]))
  return ordered.has(key) ? { content, order: members.map(([name]) => name) } : content
}
