import type { Entity } from '../documents/entity.ts'

/**
 * Which records of an entity users work with: all of them; those of the own company, which stands in the field `scope` and is filled in by
 * the server; or none at all.
 */
export type RecordReach = { readonly kind: 'all' } | { readonly kind: 'own'; readonly scope: string } | { readonly kind: 'nothing' }

/**
 * The reach of users in an entity. Of one without a table and without a scope, those who are limited to their own company see nothing: a
 * document could otherwise lose its scope while a merchant role may open its screen.
 *
 * @param isLimited true for users who see only records of their own company
 */
export function reachIn({ scope, table }: Pick<Entity, 'scope' | 'table'>, isLimited: boolean): RecordReach {
  if (!isLimited) return { kind: 'all' }
  if (scope !== undefined) return { kind: 'own', scope }
  return { kind: table === undefined ? 'nothing' : 'all' }
}
