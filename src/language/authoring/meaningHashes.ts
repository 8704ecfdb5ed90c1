import type { Catalog } from '../catalog/catalog.ts'
import { contentHash } from '../resolve/contentHash.ts'

/**
 * Objects in which the order of names matters: forms without a layout show fields in this order, and bars and explanations list steps and
 * forms in it.
 */
const ordered = new Set(['properties', 'transitions', 'forms', 'actions', 'children', 'fields', 'views', 'when'])

/**
 * The meaning of the documents, one line per entity and screen: the hash after all defaults are filled in. To rewrite documents without
 * changing their meaning, compare the lines before and after.
 */
export function meaningHashes({ entities, screens }: Catalog): readonly string[] {
  return [
    ...[...entities.values()].map(({ $schema: _editor, ...entity }) => `${hashInOrder(entity)} entity ${entity.name}`),
    // Their own hashes also change with the order of names where it does not matter.
    ...[...screens.values()].map(({ hash: _hash, rowsHash: _rowsHash, ...screen }) => `${hashInOrder(screen)} screen ${screen.uri}`),
  ].sort((left, right) => (left.slice(33) < right.slice(33) ? -1 : 1))
}

function hashInOrder(value: object): string {
  return contentHash(withOrders(value, ''))
}

/** Adds the order of names to each object in which it matters, because the hash ignores it. */
function withOrders(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((part) => withOrders(part, ''))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const content = Object.fromEntries(members.map(([name, member]) => [name, withOrders(member, name)]))
  return ordered.has(key) ? { content, order: members.map(([name]) => name) } : content
}
