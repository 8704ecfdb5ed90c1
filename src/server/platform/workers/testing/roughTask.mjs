// A task that does what its input says.
import { setTimeout as sleep } from 'node:timers/promises'
import { TaskRefusal } from '../taskRefusal.mjs'

/** @type {Record<string, (input: { readonly text?: string, readonly ms?: number }) => AsyncGenerator<unknown>>} */
const ways = {
  async *give({ text, ms = 0 }) {
    await sleep(ms)
    yield text
  },
  async *chunks() {
    for (let chunk = 0; chunk < 5; chunk += 1) yield chunk
  },
  // biome-ignore lint/correctness/useYield: a task that does not come to give anything
  async *refuse() {
    throw new TaskRefusal('不行')
  },
  // biome-ignore lint/correctness/useYield: a task that does not come to give anything
  async *fail() {
    throw new Error('broken')
  },
  // biome-ignore lint/correctness/useYield: a task that does not come to give anything
  async *hang() {
    for (;;);
  },
  // biome-ignore lint/correctness/useYield: a task that does not come to give anything
  async *eat() {
    const eaten = []
    for (let count = 0; ; count += 1) eaten.push({ count, text: `${count}` })
  },
  // biome-ignore lint/correctness/useYield: a task that does not come to give anything
  async *leave() {
    process.exit(3)
  },
  async *secrets() {
    yield Object.keys(process.env)
  },
}

/** @param {{ readonly way: string, readonly text?: string, readonly ms?: number }} input */
export const run = (input) => (ways[input.way] ?? ways.fail)?.(input)
