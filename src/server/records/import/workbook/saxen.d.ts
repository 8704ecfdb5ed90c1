declare module 'saxen' {
  /** Streaming XML parser whose package has no types. Handlers by event; see its README. */
  export class Parser {
    // biome-ignore lint/suspicious/noExplicitAny: each event has arguments of its own
    on(event: 'openTag' | 'closeTag' | 'text' | 'attention' | 'error', handler: (...parts: any[]) => void): this
    parse(xml: string): this
  }
}
