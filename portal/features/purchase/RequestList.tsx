import { useState } from 'react'
import type { RequestPage } from '../../../src/answers/settlement.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { Pager } from '../../shared/Pager.tsx'
import { useReloading } from '../../shared/useLoaded.ts'
import { requestsPath } from './purchaseCalls.ts'
import { RequestEntry } from './RequestEntry.tsx'

const pageSize = 5

/** The member's requests and their states. Mounted with a new key after another one was sent. */
export function RequestList() {
  const [pageIndex, setPageIndex] = useState(0)
  const { loaded, reload } = useReloading<RequestPage>(requestsPath(pageIndex, pageSize), { isOwn: true })
  return (
    <section className="card request-list" aria-labelledby="requests-title">
      <h2 id="requests-title">申請進度</h2>
      <LoadedPart loaded={loaded}>
        {({ rows, totalCount }) =>
          rows.length === 0 ? (
            <p className="no-rows">尚無採購申請。</p>
          ) : (
            <>
              <ul className="requests">
                {rows.map((request) => (
                  <RequestEntry key={request.settlementNo} request={request} onChanged={reload} />
                ))}
              </ul>
              <Pager pageIndex={pageIndex} pageSize={pageSize} totalCount={totalCount} onChange={setPageIndex} />
            </>
          )
        }
      </LoadedPart>
    </section>
  )
}
