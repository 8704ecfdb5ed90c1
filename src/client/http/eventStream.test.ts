import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openEventStream, parseEvent, type ServerEvent } from './eventStream.ts'

describe('parseEvent', () => {
  it('reads name and JSON data', () => {
    expect(parseEvent('event: screen\ndata: {"uri":"/_company/companies"}')).toEqual({
      name: 'screen',
      data: { uri: '/_company/companies' },
    })
  })

  it('answers null for a ping and for data that is no JSON', () => {
    expect(parseEvent(': ping')).toBeNull()
    expect(parseEvent('data: oops')).toBeNull()
  })
})

describe('openEventStream', () => {
  it('sends the bearer header and passes on events that arrive in pieces', async () => {
    const server = createServer((request, response) => {
      expect(request.headers.authorization).toBe('Bearer token')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': ping\n\nevent: menu\nda')
      response.write('ta: {}\n\nevent: diagnostics\ndata: {"count":2}\n\n')
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const events: ServerEvent[] = []
    const controller = new AbortController()
    await new Promise<void>((resolve) => {
      const onEvent = (event: ServerEvent) => {
        events.push(event)
        if (events.length === 2) resolve()
      }
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
      openEventStream(
        address,
        { signal: controller.signal, onEvent },
        () => ({ Authorization: 'Bearer token' }),
        async () => {},
      )
    })
    controller.abort()
    server.closeAllConnections()
    server.close()
    expect(events).toEqual([
      { name: 'menu', data: {} },
      { name: 'diagnostics', data: { count: 2 } },
    ])
  })
})
