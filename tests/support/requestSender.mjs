// Sends requests from a thread of its own, so that the event loop of a measured server only serves. Probes /healthz meanwhile.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * @typedef {{ id: number, method: string, path: string, headers: Record<string, string>, body?: Uint8Array }} SenderOrder
 * @typedef {{ id: number, status: number, head: string, headers: Record<string, unknown> }} SenderReply
 */

const port = parentPort
if (!port) throw new Error('requestSender.mjs only runs as a worker thread')
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
/**
 * A connection for each probe: a server closes one on which too much was sent, and one that was idle for long on a busy machine. A probe
 * that is sent at that moment would fail with it.
 */
const probeAgent = new Agent({ keepAlive: false })
const probes = { asked: 0, wrong: /** @type {string[]} */ ([]), longestMs: 0 }

/** @param {Omit<SenderOrder, 'id'>} order @param {Agent} [by] @returns {Promise<Omit<SenderReply, 'id'>>} */
function send({ method, path, headers, body }, by = agent) {
  return new Promise((resolve) => {
    const call = request({ agent: by, host: '127.0.0.1', port: workerData.port, method, path, headers }, (answer) => {
      /** @type {Buffer[]} */
      const parts = []
      let length = 0
      answer.on('data', (part) => {
        length += part.length
        if (length < 5_000_000) parts.push(part)
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, head: Buffer.concat(parts).toString('utf8').slice(0, 200_000), headers: answer.headers }),
      )
    })
    // A server may refuse a body before it was sent completely.
    call.on('error', (error) => resolve({ status: 0, head: String(error), headers: {} }))
    call.end(body)
  })
}

/** Each probe takes the server 2 ms. More of them would tell no more: what holds its event loop is measured in its own thread. */
const probeEveryMs = 100

port.on('message', async (/** @type {SenderOrder | 'probes'} */ order) => {
  if (order === 'probes') port.postMessage({ probes })
  else port.postMessage({ id: order.id, ...(await send(order)) })
})

setInterval(async () => {
  const start = performance.now()
  const { status, head } = await send({ method: 'GET', path: '/healthz', headers: {} }, probeAgent)
  probes.asked += 1
  if (status !== 200) probes.wrong.push(`${status} ${head}`)
  probes.longestMs = Math.max(probes.longestMs, performance.now() - start)
}, probeEveryMs)
