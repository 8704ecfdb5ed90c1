import { describe, expect, it } from 'vitest'
import { KeyedSemaphore } from './keyedSemaphore.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Starts work for each name; its first letter is the key. `inside` lists the names that have begun, `end` ends one. */
function startAll(semaphore: KeyedSemaphore, names: readonly string[]) {
  const inside: string[] = []
  const ends = new Map<string, () => void>()
  for (const name of names) {
    void semaphore.run(name[0] ?? '', () => {
      inside.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { inside, end }
}

describe('KeyedSemaphore', () => {
  it('lets one in for each key, and the next when it leaves, in their order', async () => {
    const { inside, end } = startAll(new KeyedSemaphore(1), ['a1', 'a2', 'b1', 'a3'])
    expect(inside).toEqual(['a1', 'b1'])
    await end('a1')
    expect(inside).toEqual(['a1', 'b1', 'a2'])
    await end('a2')
    expect(inside).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('lets in as many as there are places', async () => {
    const { inside, end } = startAll(new KeyedSemaphore(2), ['a1', 'a2', 'a3', 'a4'])
    expect(inside).toEqual(['a1', 'a2'])
    await end('a2')
    expect(inside).toEqual(['a1', 'a2', 'a3'])
  })

  it('lets the next one in after work that failed', async () => {
    const semaphore = new KeyedSemaphore(1)
    const failed = semaphore.run('a', () => Promise.reject(new Error('no')))
    const done = semaphore.run('a', async () => 'done')
    await expect(failed).rejects.toThrow('no')
    expect(await done).toBe('done')
  })

  it('begins anew with a key that nobody used for a while', async () => {
    const semaphore = new KeyedSemaphore(1)
    await semaphore.run('a', async () => undefined)
    expect(startAll(semaphore, ['a1', 'a2']).inside).toEqual(['a1'])
  })
})
