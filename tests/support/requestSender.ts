import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

export interface SentAnswer {
  readonly status: number
  /** First 200,000 characters of the body. */
  readonly head: string
  readonly headers: Readonly<Record<string, unknown>>
}

export interface Probes {
  readonly asked: number
  /** Status and body of answers other than 200. */
  readonly wrong: readonly string[]
  readonly longestMs: number
}

export interface RequestSender {
  send(request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: Uint8Array
  }): Promise<SentAnswer>
  /** Results of probing /healthz all the time. */
  probes(): Promise<Probes>
  close(): Promise<void>
}

/** Starts requestSender.mjs for a server on this port of the loopback. */
export function startSender(port: number): RequestSender {
  const worker = new Worker(join(projectRoot, 'tests/support/requestSender.mjs'), { workerData: { port }, execArgv: [] })
  const waiting = new Map<number, (answer: SentAnswer) => void>()
  let told: ((probes: Probes) => void) | undefined
  let last = 0
  worker.on('message', (reply: (SentAnswer & { readonly id: number }) | { readonly probes: Probes }) => {
    if ('probes' in reply) return told?.(reply.probes)
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  return {
    send: (request) =>
      new Promise((resolve) => {
        const id = ++last
        waiting.set(id, resolve)
        worker.postMessage({ id, ...request })
      }),
    probes: () =>
      new Promise((resolve) => {
        told = resolve
        worker.postMessage('probes')
      }),
    close: async () => void (await worker.terminate()),
  }
}
