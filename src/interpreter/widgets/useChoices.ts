import { useCallback, useEffect, useRef, useState } from 'react'
import type { Choice, ChoicePage } from '../../answers/records.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { useLoad } from '../../client/load/useLoad.ts'
import type { ResolvedReference } from '../../language/resolved.ts'

/** Pause in typing after which the server is asked. */
const pauseMs = 200

interface Choices {
  /** What was found last. */
  readonly found: readonly Choice[]
  /** The chosen record; null while it is unknown. */
  readonly chosen: Choice | null
  readonly search: (text: string) => void
  /** What to say below the records; undefined when all that fit are shown. */
  readonly note: string | undefined
}

/**
 * The records that a field can refer to, searched by the server.
 *
 * @param key chosen record; '' for none
 * @param merchant company to which both records belong; undefined when they belong to nobody in particular, or it is not filled in yet
 */
export function useChoices({ path }: ResolvedReference, key: string, merchant: string | undefined): Choices {
  const [text, setText] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  const search = useCallback((typed: string) => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => setText(typed.trim()), typed === '' ? 0 : pauseMs)
  }, [])

  const page = useLoad(
    async (http, signal) =>
      text === null ? null : askPage(http, signal, { path, asked: { search: text, ...(merchant !== undefined && { merchant }) } }),
    [path, text, merchant],
  )
  const found = page.data?.choices ?? []
  const seen = found.find((choice) => choice.key === key)
  const [known, setKnown] = useState<Choice | null>(null)
  const isKnown = key === '' || known?.key === key || seen !== undefined
  const named = useLoad(async (http, signal) => (isKnown ? null : askPage(http, signal, { path, asked: { key } })), [path, key, isKnown])
  const chosen = seen ?? (known?.key === key ? known : (named.data?.choices.find((choice) => choice.key === key) ?? null))
  // What was found stays known when the next search finds something else.
  useEffect(() => {
    if (chosen !== null) setKnown(chosen)
  }, [chosen])
  return { found, chosen, search, note: noteOf(page.state, page.data) }
}

interface Asked {
  readonly path: string
  readonly asked: Readonly<Record<string, string>>
}

function askPage(http: HttpClient, signal: AbortSignal, { path, asked }: Asked): Promise<ChoicePage> {
  return http.get<ChoicePage>(path, { params: asked, signal, quiet: true })
}

function noteOf(state: 'loading' | 'ready' | 'error', page: ChoicePage | null): string | undefined {
  if (state === 'error') return '無法載入，請稍後再試。'
  if (page === null) return '載入中…'
  if (page.hasMore) return `只列前 ${page.choices.length} 筆，請輸入編號或名稱。`
  return page.choices.length === 0 ? '查無符合的資料，請換個關鍵字。' : undefined
}
