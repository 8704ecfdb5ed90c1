/** An event of the event stream. */
export interface ReadEvent {
  readonly name: string
  readonly data: unknown
}

export interface EventReader {
  /** The next matching event, including one that arrived before the call; earlier events are dropped. */
  next(fits: (event: ReadEvent) => boolean): Promise<ReadEvent>
  close(): void
}

const waitMs = 60_000

/** Opens `/api/screens/events` as a browser does. Resolves when the server listens to changes for it. */
export async function readEvents(baseUrl: string, accessToken: string): Promise<EventReader> {
  const controller = new AbortController()
  const answer = await fetch(`${baseUrl}/api/screens/events`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: controller.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`events: ${answer.status}`)
  const waiting: ReadEvent[] = []
  let wake: () => void = () => undefined
  const reading = (async (body: AsyncIterable<Uint8Array>) => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      waiting.push(...blocks.flatMap(parseBlock))
      wake()
    }
  })(answer.body as unknown as AsyncIterable<Uint8Array>)
  reading.catch(() => undefined)

  const next = async (fits: (event: ReadEvent) => boolean): Promise<ReadEvent> => {
    const late = AbortSignal.timeout(waitMs)
    for (;;) {
      for (let event = waiting.shift(); event; event = waiting.shift()) if (fits(event)) return event
      await new Promise<void>((resolve, reject) => {
        wake = resolve
        late.addEventListener('abort', () => reject(new Error(`no such event within ${waitMs} ms`)), { once: true })
      })
    }
  }
  return { next, close: () => controller.abort() }
}

/** Comments (at the start, and pings) are not events. */
function parseBlock(block: string): readonly ReadEvent[] {
  const name = /^event: (.*)$/m.exec(block)?.[1]
  const data = /^data: (.*)$/m.exec(block)?.[1]
  return name === undefined || data === undefined ? [] : [{ name, data: JSON.parse(data) as unknown }]
}
