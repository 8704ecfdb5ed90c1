import { useEffect, useState } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { failureOf, type LoadFailure } from '../../client/load/loadFailure.ts'
import { formatListQuery, type ListQuery } from '../../language/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { fetchListPage } from '../shared/calls/listCall.ts'
import type { ListPage } from '../shared/calls/listPage.ts'

/** The four states of a list; `page` keeps the old rows while the next ones load, and after an error. */
export interface ListLoad {
  readonly state: 'loading' | 'ready' | 'error'
  readonly page: ListPage | null
  /** When `state` is `error`. */
  readonly problem: LoadFailure | null
  /** Something was written, and the rows that are shown are older than that. */
  readonly isReloading: boolean
}

/** What the server answered last, and to which request. */
interface Answer {
  readonly key: string
  /** The version whose rows these are. */
  readonly version: number
  readonly page: ListPage | null
  /** Null when the rows came. */
  readonly problem: LoadFailure | null
}

const noAnswer: Answer = { key: '', version: 0, page: null, problem: null }

/**
 * Loads the page that the query names, again whenever the query, the document or `version` changes.
 * A newer query aborts the older call, and what answers late is dropped: old rows never overwrite newer ones.
 *
 * @param version counts up to load again after a write
 * @param isWaiting conditions that the list needs are missing: nothing is asked for
 */
export function useListPage(screen: ResolvedScreen, query: ListQuery, version: number, isWaiting: boolean): ListLoad {
  const http = useHttp()
  const [answer, setAnswer] = useState(noAnswer)
  const address = formatListQuery(query, screen.list).toString()
  // That a page is on its way is not kept but follows from the key: nothing has to be drawn a second time when a call begins.
  const key = `${screen.hash} ${version} ${address}`
  // `key` stands for the query: a query object with the same content must not load twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isWaiting) return
    const controller = new AbortController()
    const take = (step: (before: Answer) => Answer) => {
      if (!controller.signal.aborted) setAnswer(step)
    }
    fetchListPage(http, { call: screen.api.list, query, list: screen.list, signal: controller.signal }).then(
      (page) => take(() => ({ key, version, page, problem: null })),
      (problem: unknown) => take(({ page }) => ({ key, version, page, problem: failureOf(problem) })),
    )
    return () => controller.abort()
  }, [http, key, isWaiting])
  const { page, problem } = answer
  const state = answer.key !== key ? 'loading' : problem === null ? 'ready' : 'error'
  const isReloading = state === 'loading' && page !== null && answer.version !== version
  return { state, page, problem: state === 'error' ? problem : null, isReloading }
}
