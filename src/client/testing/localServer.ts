import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface PlannedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as text/plain, everything else as JSON. */
  readonly body?: unknown
}

export interface LocalServer {
  readonly origin: string
  readonly requests: readonly ReceivedRequest[]
  close(): Promise<void>
}

/** Starts a real HTTP server on a free port, with answers from the given function. */
export async function startLocalServer(answer: (request: ReceivedRequest) => PlannedAnswer | Promise<PlannedAnswer>): Promise<LocalServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    void receive(incoming).then(async (request) => {
      requests.push(request)
      reply(outgoing, await answer(request))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(chunks).toString() }
}

function reply(outgoing: ServerResponse, { status = 200, headers = {}, body }: PlannedAnswer): void {
  const isText = typeof body === 'string'
  outgoing.writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json', ...headers })
  outgoing.end(isText ? body : JSON.stringify(body ?? null))
}
