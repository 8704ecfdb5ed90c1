import type { ServerEvent } from '../../client/http/eventStream.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'

/** Events about documents from the server. The hash of a screen that is gone, or got another uri, is null. `reopened`: the stream was interrupted, so events may have been missed. */
export type DocumentEvent =
  | { readonly kind: 'screen'; readonly uri: string; readonly hash: string | null }
  | { readonly kind: 'menu' }
  | { readonly kind: 'dashboard'; readonly name: string }
  | { readonly kind: 'dictionary'; readonly name: string }
  | { readonly kind: 'diagnostics'; readonly count: number }
  | { readonly kind: 'reopened' }

export type DocumentListener = (event: DocumentEvent) => void

interface SharedStream {
  readonly listeners: Set<DocumentListener>
  readonly controller: AbortController
}

/** One stream per HTTP client, so one per page, for any number of subscribers. */
const streams = new WeakMap<HttpClient, SharedStream>()

/**
 * Subscribes to document changes. The first subscriber opens the page's only connection, the last one closes it. The HTTP client reconnects
 * after interruptions, and `reopened` tells when.
 *
 * @returns function to unsubscribe
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

/** Parses an event of the stream; null for one that this version of the console does not know. */
export function parseDocumentEvent({ name, data }: ServerEvent): DocumentEvent | null {
  const fields: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {}
  const { uri, hash, count, name: changed } = fields
  if (name === 'screen' && typeof uri === 'string' && (typeof hash === 'string' || hash === null)) return { kind: 'screen', uri, hash }
  if (name === 'menu') return { kind: 'menu' }
  if ((name === 'dashboard' || name === 'dictionary') && typeof changed === 'string') return { kind: name, name: changed }
  if (name === 'diagnostics' && typeof count === 'number') return { kind: 'diagnostics', count }
  return null
}
