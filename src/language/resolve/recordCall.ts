import type { ResolvedCall, ResolvedScreen } from '../resolved.ts'

/**
 * The call that reads a record by its key (`?key=C000101`): the path of the call by id, without the id. Keys can look like ids, so they are
 * never in the same place.
 */
export function keyCall(get: ResolvedCall): ResolvedCall {
  return { ...get, path: get.path.replace(/\/\{id\}$/, '') }
}

/** True when records of a screen can also be read by key. */
export function hasKeyCall({
  entity,
  api,
}: { readonly entity: Pick<ResolvedScreen['entity'], 'address'> } & Pick<ResolvedScreen, 'api'>): boolean {
  return entity.address !== 'id' && keyCall(api.get).path !== api.get.path
}
