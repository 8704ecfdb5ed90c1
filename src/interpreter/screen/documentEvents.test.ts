import { describe, expect, it } from 'vitest'
import { createFakeHttp } from '../testing/fakeHttp.ts'
import { type DocumentEvent, parseDocumentEvent, subscribeToDocumentEvents } from './documentEvents.ts'

const screenEvent = { name: 'screen', data: { uri: '/_test/things', hash: 'h2' } }

describe('subscribeToDocumentEvents', () => {
  it('opens one stream for all listeners and closes it with the last', () => {
    const http = createFakeHttp(() => null)
    const signals: AbortSignal[] = []
    const counted = {
      ...http,
      events: (path: string, options: Parameters<typeof http.events>[1]) => {
        signals.push(options.signal)
        http.events(path, options)
      },
    }
    const heard: DocumentEvent[] = []
    const stopFirst = subscribeToDocumentEvents(counted, (event) => heard.push(event))
    const stopSecond = subscribeToDocumentEvents(counted, (event) => heard.push(event))
    http.push(screenEvent)
    stopFirst()
    http.push(screenEvent)
    stopSecond()
    http.push(screenEvent)
    expect(heard).toHaveLength(3)
    expect(signals.map((signal) => signal.aborted)).toEqual([true])
  })

  it('opens a new stream after the last listener left', () => {
    const http = createFakeHttp(() => null)
    const heard: DocumentEvent[] = []
    subscribeToDocumentEvents(http, () => undefined)()
    const stop = subscribeToDocumentEvents(http, (event) => heard.push(event))
    http.push({ name: 'menu', data: {} })
    stop()
    expect(heard).toEqual([{ kind: 'menu' }])
  })
})

describe('parseDocumentEvent', () => {
  it('knows the events of the contract and passes over others', () => {
    expect(parseDocumentEvent(screenEvent)).toEqual({ kind: 'screen', uri: '/_test/things', hash: 'h2' })
    expect(parseDocumentEvent({ name: 'diagnostics', data: { count: 2 } })).toEqual({ kind: 'diagnostics', count: 2 })
    expect(parseDocumentEvent({ name: 'dictionary', data: { name: 'Area' } })).toEqual({ kind: 'dictionary', name: 'Area' })
    expect(parseDocumentEvent({ name: 'screen', data: null })).toBeNull()
    expect(parseDocumentEvent({ name: 'constructor', data: {} })).toBeNull()
  })
})
