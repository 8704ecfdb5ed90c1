import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Choice, ChoicePage } from '../../../answers/records.ts'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import { useLoad } from '../../../client/load/useLoad.ts'
import type { ResolvedReference } from '../../../language/resolved.ts'
import { askByKey } from './askByKey.ts'

/** Pause in typing after which the server is asked. */
const pauseMs = 200

interface Choices {
  /** What was found last. */
  readonly found: readonly Choice[]
  /** The chosen record; null while it is unknown. */
  readonly chosen: Choice | null
  readonly search: (text: string) => void
  /** `found` is the answer to an earlier search. */
  readonly isBusy: boolean
  /** What to say below the records; undefined when all that fit are shown. */
  readonly note: string | undefined
}

/**
 * The records that a field can refer to, searched by the server.
 *
 * @param key chosen record; '' for none
 * @param readMerchant company to which both records belong, when the search begins; undefined when they belong to nobody in particular, or
 *   it is not filled in yet
 * @param name of the chosen record, when the form has it already; then nobody is asked for it
 */
export function useChoices({ path }: ResolvedReference, key: string, readMerchant: () => string | undefined, name?: string): Choices {
  const [asked, setAsked] = useState<Question | null>(null)
  const latest = useRef(readMerchant)
  latest.current = readMerchant
  const search = useCallback((typed: string) => setAsked({ search: typed.trim(), merchant: latest.current() }), [])

  const page = useLoad(
    async (http, signal) => {
      if (asked === null) return null
      if (asked.search !== '') await pauseOrAbort(signal)
      return askPage(http, signal, { path, ...asked })
    },
    [path, asked],
  )
  const found = page.data?.choices ?? []
  const seen = found.find((choice) => choice.key === key)
  const [known, setKnown] = useState<Choice | null>(null)
  const given = useMemo(() => (name === undefined || key === '' ? null : { key, label: name, values: {} }), [key, name])
  const isKnown = key === '' || known?.key === key || seen !== undefined || given !== null
  const named = useLoad(async (http) => (isKnown ? null : askByKey(http, path, key)), [path, key, isKnown])
  const chosen = seen ?? (known?.key === key ? known : (given ?? named.data?.choices.find((choice) => choice.key === key) ?? null))
  // What was found stays known when the next search finds something else.
  useEffect(() => {
    if (chosen !== null) setKnown(chosen)
  }, [chosen])
  return { found, chosen, search, isBusy: page.state === 'loading', note: noteOf(page.state, page.data) }
}

/** What is searched. A new object for each search, because something else may be found by the same text. */
interface Question {
  readonly search: string
  readonly merchant: string | undefined
}

function askPage(http: HttpClient, signal: AbortSignal, { path, ...asked }: Question & { readonly path: string }): Promise<ChoicePage> {
  const params = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  return http.get<ChoicePage>(path, { params, signal, quiet: true })
}

/** Waits until nobody has typed for a while: the next key aborts the question. */
function pauseOrAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The question was replaced', 'AbortError'))
    })
  })
}

function noteOf(state: 'loading' | 'ready' | 'error', page: ChoicePage | null): string | undefined {
  if (state === 'error') return '無法載入，請稍後再試。'
  if (page === null) return '載入中…'
  if (page.hasMore) return `只列前 ${page.choices.length} 筆，請輸入編號或名稱。`
  return page.choices.length === 0 ? '查無符合的資料，請換個關鍵字。' : undefined
}
