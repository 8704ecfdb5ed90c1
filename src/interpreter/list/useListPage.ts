import { useEffect, useReducer } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { formatListQuery, type ListQuery } from '../../language/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { fetchListPage } from './listCall.ts'
import type { ListPage } from './listPage.ts'
import { problemText } from './problemText.ts'

/** The four states of a list; `page` keeps the old rows while the next ones load, and after an error. */
export interface ListLoad {
  readonly state: 'loading' | 'ready' | 'error'
  readonly page: ListPage | null
  /** Text for people when `state` is `error`. */
  readonly problem: string
}

type Step =
  | { readonly kind: 'start' }
  | { readonly kind: 'page'; readonly page: ListPage }
  | { readonly kind: 'problem'; readonly text: string }

/**
 * Loads the page that the query names, again whenever the query, the document or `version` changes.
 * A newer query aborts the older call, and what answers late is dropped: old rows never overwrite newer ones.
 *
 * @param version counts up to load again after a write
 * @param isWaiting conditions that the list needs are missing: nothing is asked for
 */
export function useListPage(screen: ResolvedScreen, query: ListQuery, version: number, isWaiting: boolean): ListLoad {
  const http = useHttp()
  const [load, dispatch] = useReducer(nextLoad, { state: 'loading', page: null, problem: '' })
  const address = formatListQuery(query, screen.list).toString()
  // `address` and `version` stand for the query: a query object with the same content must not load twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isWaiting) return
    const controller = new AbortController()
    const take = (step: Step) => {
      if (!controller.signal.aborted) dispatch(step)
    }
    take({ kind: 'start' })
    fetchListPage(http, screen.api.list, query, screen.list, controller.signal).then(
      (page) => take({ kind: 'page', page }),
      (problem: unknown) => take({ kind: 'problem', text: problemText(problem) }),
    )
    return () => controller.abort()
  }, [http, screen.hash, address, version, isWaiting])
  return load
}

function nextLoad(load: ListLoad, step: Step): ListLoad {
  switch (step.kind) {
    case 'start':
      return { ...load, state: 'loading', problem: '' }
    case 'page':
      return { state: 'ready', page: step.page, problem: '' }
    case 'problem':
      return { ...load, state: 'error', problem: step.text }
  }
}
