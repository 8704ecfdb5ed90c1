// The thread that runs tasks, one after another; see workerRoom.ts. Thread and task modules are plain JavaScript, because a worker thread
// is not bundled, and tsx does not transform it.
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { TaskRefusal } from './taskRefusal.mjs'

/**
 * @typedef {{ file: string, input: unknown } | 'next'} ThreadOrder
 * @typedef {{ chunk: unknown } | { done: true } | { refusal: string } | { error: string }} ThreadReply
 */

const port = parentPort
if (!port) throw new Error('taskThread.mjs only runs as a worker thread')

/** @type {() => void} */
let goOn = () => undefined

/**
 * Sends a chunk and waits until it was received, so that a long result does not reach the event loop of the server all at once.
 * @param {unknown} chunk
 */
function give(chunk) {
  const taken = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      goOn = resolve
    })
  )
  port?.postMessage({ chunk })
  return taken
}

/** @param {string} file @param {unknown} input @returns {Promise<ThreadReply>} */
async function run(file, input) {
  try {
    const task = await import(pathToFileURL(file).href)
    for await (const chunk of task.run(input)) await give(chunk)
    return { done: true }
  } catch (error) {
    if (error instanceof TaskRefusal) return { refusal: error.message }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

port.on('message', (/** @type {ThreadOrder} */ order) => {
  if (order === 'next') goOn()
  else void run(order.file, order.input).then((reply) => port.postMessage(reply))
})
