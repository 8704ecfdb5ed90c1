import type { ResolvedCall, ResolvedScreen } from './resolved.ts'

/**
 * The call that reads a record by its key (`?key=C000101`), made of the one that reads it by its id: the same path without the id.
 * Numbers that people know may look like ids, so the two never share a place.
 */
export function keyCall(get: ResolvedCall): ResolvedCall {
  return { ...get, path: get.path.replace(/\/\{id\}$/, '') }
}

/** Whether records of a screen are read by their key too. */
export function hasKeyCall({
  entity,
  api,
}: { readonly entity: Pick<ResolvedScreen['entity'], 'address'> } & Pick<ResolvedScreen, 'api'>): boolean {
  return entity.address !== 'id' && keyCall(api.get).path !== api.get.path
}
