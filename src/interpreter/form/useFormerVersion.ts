import { useEffect, useState } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { getRecord } from '../shared/calls/recordCalls.ts'

/** Reads the version that a record replaces, beside the record itself: who approves compares the two. Null while there is nothing to compare. */
export function useFormerVersion({ entity, api }: ResolvedScreen, record: ListRow): ListRow | null {
  const http = useHttp()
  const [read, setRead] = useState<ListRow | null>(null)
  const id = entity.versionOf === undefined ? undefined : record[entity.versionOf]
  useEffect(() => {
    if (typeof id !== 'number') return
    let isWanted = true
    // One that cannot be read any more leaves the record as readable as it is.
    getRecord(http, api.get, id).then(
      (former) => isWanted && setRead(former),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [http, api, id])
  return read?.id === id ? read : null
}
