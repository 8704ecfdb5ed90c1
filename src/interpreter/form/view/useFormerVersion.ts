import { useLoad } from '../../../client/load/useLoad.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { getRecord } from '../../shared/calls/recordCalls.ts'

/**
 * Reads the version that a record replaces, so that an approver can compare the two. Null when there is none. If it cannot be read, the
 * record is shown without it.
 */
export function useFormerVersion({ entity, api }: ResolvedScreen, record: ListRow): ListRow | null {
  const id = entity.versionOf === undefined ? undefined : record[entity.versionOf]
  const { data } = useLoad(async (http) => (typeof id === 'number' ? getRecord(http, api.get, id) : null), [api, id])
  return data?.id === id ? data : null
}
