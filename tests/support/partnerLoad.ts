import { connect } from 'node:net'
import type { PartnerRequest } from './partnerClient.ts'

/** Result of a run of prepared requests. */
export interface LoadResult {
  readonly answered: number
  /** Answers whose HTTP status was not 200, by status. */
  readonly refused: Readonly<Record<string, number>>
  readonly seconds: number
  /** Latencies in milliseconds, ascending. */
  readonly latencies: readonly number[]
}

/** A request as bytes, so that the work of a client before sending does not count as time of the server. */
export function bytesOf({ method, path, headers, body }: PartnerRequest): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': String(Buffer.byteLength(body)) })
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`)
}

/** Length and status of the first complete answer in the bytes; null when it is incomplete. */
function firstAnswer(bytes: Buffer): { readonly length: number; readonly status: string } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const length = end + 4 + bodyLength
  return bytes.length < length ? null : { length, status: head.slice(9, 12) }
}

/**
 * Sends requests over one connection per client, each as soon as the previous one was answered, for some seconds.
 *
 * @param take returns the next request; null when there is none left
 */
export async function sendLoad(port: number, clients: number, seconds: number, take: () => Buffer | null): Promise<LoadResult> {
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let waiting: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const next = () => {
        const request = performance.now() < until ? take() : null
        if (request === null) return socket.end(resolve)
        sentAt = performance.now()
        return socket.write(request)
      }
      socket.setNoDelay(true)
      socket.on('error', reject)
      socket.on('connect', next)
      socket.on('data', (chunk) => {
        waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
        const answer = firstAnswer(waiting)
        if (answer === null) return
        waiting = waiting.subarray(answer.length)
        latencies.push(performance.now() - sentAt)
        if (answer.status !== '200') refused[answer.status] = (refused[answer.status] ?? 0) + 1
        next()
      })
    })
  await Promise.all(Array.from({ length: clients }, client))
  const spent = (performance.now() - startedAt) / 1000
  return { answered: latencies.length, refused, seconds: spent, latencies: latencies.sort((one, other) => one - other) }
}
