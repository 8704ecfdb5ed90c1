import { describe, expect, it } from 'vitest'
import { Batches } from './batches.ts'

/** A worker whose batches end when the test says so. */
function manualWorker() {
  const batches: { readonly items: readonly string[]; end(): void; fail(error: unknown): void }[] = []
  const run = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      batches.push({ items, end: () => resolve(items.map((item) => item.toUpperCase())), fail: reject })
    })
  return { batches, run }
}

/** Waits until the batches have handled what the test did. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
const refused = (code: string) => Object.assign(new Error('refused'), { code, severity: 'ERROR' })
const broken = (code: string) => Object.assign(new Error('broken'), { code })

function collect(options: { sizeMax?: number; inFlightMax?: number } = {}) {
  const worker = manualWorker()
  const batches = new Batches({ run: worker.run, keyOf: (item) => item[0] ?? '', sizeMax: 32, inFlightMax: 1, ...options })
  return { ...worker, add: (item: string) => batches.add(item), sent: () => worker.batches.map(({ items }) => items.join(' ')) }
}

describe('what arrives', () => {
  it('what arrives goes in the same turn when nothing is on its way, with all that came in that turn', async () => {
    const { add, sent } = collect()
    void add('a')
    await Promise.resolve()
    void add('b')
    await settle()
    expect(sent()).toEqual(['a b'])
  })

  it('what arrives goes together, in its order, when it came while a batch was on its way', async () => {
    const { add, batches, sent } = collect()
    const first = add('a')
    await settle()
    const answers = Promise.all([first, ...['b', 'c', 'd'].map(add)])
    batches[0]?.end()
    await settle()
    expect(sent()).toEqual(['a', 'b c d'])
    batches[1]?.end()
    expect(await answers).toEqual(['A', 'B', 'C', 'D'])
  })

  it('what arrives goes in as many batches as it needs, and in several at a time where that is wanted', async () => {
    const { add, batches, sent } = collect({ sizeMax: 2, inFlightMax: 2 })
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(add))
    await settle()
    expect(sent()).toEqual(['a b', 'c d'])
    batches[1]?.end()
    await settle()
    expect(sent()).toEqual(['a b', 'c d', 'e'])
    batches[0]?.end()
    batches[2]?.end()
    expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('waits for the next batch behind another of its key, and keeps its turn', async () => {
    const { add, batches, sent } = collect()
    void Promise.all(['a1', 'a2', 'b', 'a3'].map(add))
    for (let index = 0; index < 3; index += 1) {
      await settle()
      batches[index]?.end()
    }
    expect(sent()).toEqual(['a1 b', 'a2', 'a3'])
  })
})

describe('a batch that fails', () => {
  it('a batch that fails is tried again one by one when the database refused it, so only who is to blame is told', async () => {
    const { add, batches, sent } = collect()
    const answers = Promise.allSettled(['a', 'b', 'c'].map(add))
    await settle()
    batches[0]?.fail(refused('23514'))
    await settle()
    batches[1]?.end()
    await settle()
    batches[2]?.fail(refused('23514'))
    await settle()
    batches[3]?.end()
    expect((await answers).map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(sent()).toEqual(['a b c', 'a', 'b', 'c'])
  })

  it('a batch that fails is not tried again when nobody knows what became of it', async () => {
    const { add, batches, sent } = collect()
    const answers = Promise.allSettled(['a', 'b'].map(add))
    await settle()
    batches[0]?.fail(broken('EPIPE'))
    expect((await answers).map((answer) => answer.status)).toEqual(['rejected', 'rejected'])
    expect(sent()).toEqual(['a b'])
  })

  it('a batch that fails does not stop the next one', async () => {
    const { add, batches } = collect()
    const first = add('a').catch(() => 'failed')
    await settle()
    const second = add('b')
    batches[0]?.fail(new Error('away'))
    expect(await first).toBe('failed')
    await settle()
    batches[1]?.end()
    expect(await second).toBe('B')
  })
})
