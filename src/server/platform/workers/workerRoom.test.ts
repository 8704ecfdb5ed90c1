import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors.ts'
import { projectRoot } from '../projectRoot.ts'
import { TaskLimitError } from './taskLane.ts'
import { TaskRefusal } from './taskRefusal.mjs'
import { type TaskOwner, WorkerRoom } from './workerRoom.ts'

const file = join(projectRoot, 'src/server/platform/workers/testing/roughTask.mjs')
/** Only a task that hangs reaches this deadline. */
const deadlineMs = 60_000

function openRoom(lanes = 2, memoryMb?: number) {
  const room = new WorkerRoom(lanes, memoryMb)
  return (way: string, { owner = 'test', ...further }: { owner?: TaskOwner; text?: string; ms?: number; deadlineMs?: number } = {}) =>
    room.run(owner, { file, input: { way, ...further }, deadlineMs: further.deadlineMs ?? deadlineMs })
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a task', () => {
  it('gives its chunks in order', async () => {
    expect(await openRoom()('chunks')).toEqual([0, 1, 2, 3, 4])
  })

  it('a task is told apart: refused by its input, or broken', async () => {
    const run = openRoom(1)
    const refused = await failureOf(run('refuse'))
    expect([refused instanceof TaskRefusal, (refused as Error).message]).toEqual([true, '不行'])
    expect(String(await failureOf(run('fail')))).toContain('broken')
    expect(await run('give', { text: 'next' })).toEqual(['next'])
  })

  it('a task that hangs is ended at its deadline, while the server goes on, and the next one has a new thread', async () => {
    const run = openRoom(1)
    const hanging = failureOf(run('hang', { deadlineMs: 300 }))
    let turns = 0
    const beat = setInterval(() => {
      turns += 1
    }, 5)
    const error = await hanging
    clearInterval(beat)
    expect(error).toBeInstanceOf(TaskLimitError)
    expect((error as TaskLimitError).limit).toBe('time')
    expect(turns).toBeGreaterThan(3)
    expect(await run('give', { text: 'next' })).toEqual(['next'])
  })

  it('a task that eats memory is ended before the server suffers', async () => {
    // Where a process gives young objects 32 MB and more, as `npm start` does, they are many at once when they grow old: a thread with less
    // room than that takes the process with it.
    const run = openRoom(1, 128)
    const error = await failureOf(run('eat'))
    expect(error).toBeInstanceOf(TaskLimitError)
    expect((error as TaskLimitError).limit).toBe('memory')
    expect(await run('give', { text: 'next' })).toEqual(['next'])
  })

  it('a task that ends its thread ends nothing else', async () => {
    const run = openRoom(1)
    expect(String(await failureOf(run('leave')))).toContain('ended with 3')
    expect(await run('give', { text: 'next' })).toEqual(['next'])
  })

  it('sees no settings of the server', async () => {
    expect(await openRoom()('secrets')).toEqual([[]])
  })
})

describe('a room', () => {
  it('a room does not let one owner keep others waiting: it never has more than one lane', async () => {
    const run = openRoom(2)
    const order: string[] = []
    const done = (name: string) => () => void order.push(name)
    // If the hostile owner had both lanes, both of its tasks would end before the honest one began.
    const hostile = [1, 2].map((count) => run('give', { owner: 'hostile', ms: 2000 }).then(done(`hostile ${count}`)))
    await run('give', { owner: 'honest', text: 'x' }).then(done('honest'))
    await Promise.all(hostile)
    expect(order.indexOf('honest')).toBeLessThan(order.indexOf('hostile 2'))
  })

  it('refuses what would wait too long, of one owner sooner than of all', async () => {
    const run = openRoom(2)
    const ofOne = await Promise.all(Array.from({ length: 20 }, () => failureOf(run('give', { owner: 'one', ms: 20 }))))
    const refusals = ofOne.filter((error) => error instanceof ApiError && error.status === 429)
    expect([ofOne.filter((error) => error === undefined).length, refusals.length]).toEqual([4, 16])
    expect((refusals[0] as ApiError).headers).toEqual({ 'retry-after': '10' })
    const ofMany = await Promise.all(Array.from({ length: 40 }, (_unused, owner) => failureOf(run('give', { owner, ms: 20 }))))
    expect(ofMany.filter((error) => error === undefined).length).toBe(18)
  })
})
