import type { ServerEvent } from '../../client/http/eventStream.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'

/** What the server tells open consoles about documents. `reopened`: the stream broke, events may have been missed. */
export type DocumentEvent =
  | { readonly kind: 'screen'; readonly uri: string; readonly hash: string }
  | { readonly kind: 'menu' }
  | { readonly kind: 'diagnostics'; readonly count: number }
  | { readonly kind: 'reopened' }

export type DocumentListener = (event: DocumentEvent) => void

interface SharedStream {
  readonly listeners: Set<DocumentListener>
  readonly controller: AbortController
}

/** One stream per HTTP client, thus one per page, whatever the number of subscribers. */
const streams = new WeakMap<HttpClient, SharedStream>()

/**
 * Listens to document changes. The first subscriber opens the page's one connection, the last one closes it; breaks are
 * mended by the HTTP client, and `reopened` tells when.
 *
 * @returns unsubscribe
 */
export function subscribeToDocumentEvents(http: HttpClient, listener: DocumentListener): () => void {
  const stream = streams.get(http) ?? openStream(http)
  stream.listeners.add(listener)
  return () => {
    stream.listeners.delete(listener)
    if (stream.listeners.size > 0) return
    stream.controller.abort()
    if (streams.get(http) === stream) streams.delete(http)
  }
}

function openStream(http: HttpClient): SharedStream {
  const stream: SharedStream = { listeners: new Set(), controller: new AbortController() }
  const publish = (event: DocumentEvent | null) => {
    if (event !== null) for (const listener of [...stream.listeners]) listener(event)
  }
  streams.set(http, stream)
  http.events('/api/screens/events', {
    signal: stream.controller.signal,
    onEvent: (event) => publish(parseDocumentEvent(event)),
    onReopen: () => publish({ kind: 'reopened' }),
  })
  return stream
}

/** An event of the stream; null for one that this version of the console does not know. */
export function parseDocumentEvent({ name, data }: ServerEvent): DocumentEvent | null {
  const fields: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {}
  const { uri, hash, count } = fields
  if (name === 'screen' && typeof uri === 'string' && typeof hash === 'string') return { kind: 'screen', uri, hash }
  if (name === 'menu') return { kind: 'menu' }
  if (name === 'diagnostics' && typeof count === 'number') return { kind: 'diagnostics', count }
  return null
}
