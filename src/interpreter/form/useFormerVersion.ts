import { useLoad } from '../../client/load/useLoad.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { getRecord } from '../shared/calls/recordCalls.ts'

/**
 * Reads the version that a record replaces, beside the record itself: who approves compares the two. Null while there is nothing to
 * compare; one that cannot be read any more leaves the record as readable as it is.
 */
export function useFormerVersion({ entity, api }: ResolvedScreen, record: ListRow): ListRow | null {
  const id = entity.versionOf === undefined ? undefined : record[entity.versionOf]
  const { data } = useLoad(async (http) => (typeof id === 'number' ? getRecord(http, api.get, id) : null), [api, id])
  return data?.id === id ? data : null
}
