/** One server-sent event; `data` is its parsed JSON. */
export interface ServerEvent {
  readonly name: string
  readonly data: unknown
}

export interface EventStreamOptions {
  /** Ends the stream. */
  readonly signal: AbortSignal
  readonly onEvent: (event: ServerEvent) => void
  /** Called when the stream is open again after an interruption. Events in between are lost, so the caller should reload. */
  readonly onReopen?: () => void
}

const retryMs = 2000
const retryMsMax = 30_000
/** A stream that lived shorter than this was probably refused (too many open pages of this user), so the next attempt waits longer. */
const steadyMs = 30_000

/**
 * Reads server-sent events by `fetch`, because `EventSource` cannot send the bearer header. Interruptions are silent: the stream is opened
 * again after 2 to 30 seconds, and a refused token is refreshed.
 */
export function openEventStream(
  address: string,
  options: EventStreamOptions,
  authorization: () => Record<string, string>,
  refresh: (refusedToken: string | null) => Promise<void>,
): void {
  void keepOpen(address, options, authorization, refresh)
}

async function keepOpen(
  address: string,
  options: EventStreamOptions,
  authorization: () => Record<string, string>,
  refresh: (refusedToken: string | null) => Promise<void>,
): Promise<void> {
  let waitMs = retryMs
  for (let openings = 0; !options.signal.aborted; openings += 1) {
    try {
      const headers = authorization()
      const response = await fetch(address, { headers: { ...headers, Accept: 'text/event-stream' }, signal: options.signal })
      if (response.status === 401) await refresh(headers.Authorization?.replace('Bearer ', '') ?? null)
      if (response.ok && response.body) {
        const openedAt = performance.now()
        if (openings > 0) options.onReopen?.()
        await readEvents(response.body, options.onEvent).finally(() => {
          if (performance.now() - openedAt > steadyMs) waitMs = retryMs
        })
      }
    } catch {
      // No connection, or no session any more. The next ordinary call of the page will fail too and tell the user.
    }
    await pause(waitMs, options.signal)
    waitMs = Math.min(waitMs * 2, retryMsMax)
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, onEvent: (event: ServerEvent) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    unread += decoder.decode(chunk.value, { stream: true })
    const blocks = unread.split(/\r?\n\r?\n/)
    unread = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) onEvent(event)
    }
  }
}

/** One block of an event stream; null for a comment (ping) or a block without JSON data. */
export function parseEvent(block: string): ServerEvent | null {
  const values = (field: string) =>
    block
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).trimStart())
  const data = values('data')
  if (data.length === 0) return null
  try {
    return { name: values('event')[0] ?? 'message', data: JSON.parse(data.join('\n')) }
  } catch {
    return null
  }
}

/** Waits, at most until the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
