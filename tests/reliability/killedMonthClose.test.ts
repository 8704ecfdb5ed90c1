import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cyclesOf } from './cycles.ts'
import { prepareFolder } from './preparedFolder.ts'
import { type Child, startTypeScript, waitForLine } from './processes.ts'

const cycles = cyclesOf(20, 3)
const wholeRunMs = 1_200_000
let folder: string
const children: Child[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loyalty-killed-close-'))
  await prepareFolder(folder, 'demo')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/**
 * Starts closing, and returns how many companies the killed run had left. Every company must be completely closed or completely open then.
 */
async function start(): Promise<{ child: Child; left: number }> {
  const child = await startTypeScript('tests/reliability/monthCloser.ts', { DATA_DIR: folder })
  children.push(child)
  expect((await waitForLine(child, /^(sound|broken.*)$/))[1]).toBe('sound')
  const [, left] = await waitForLine(child, /^left (\d+) \d+$/)
  return { child, left: Number(left) }
}

describe('kill -9 in the middle of a whole month being closed', () => {
  it(
    `leaves every company wholly closed or wholly open in ${cycles} cycles, and the run goes on by itself`,
    async () => {
      let halfway = 0
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const { child, left } = await start()
        if (left > 0) halfway += 1
        // The rest of the old run is finished after the start, then a new run begins; the kill may hit either.
        for (let count = 0; count < 1 + ((cycle * 5) % 7); count += 1) await waitForLine(child, /^decided$/)
        await sleep((cycle * 13) % 40)
        child.kill('SIGKILL')
        await child.ended
      }
      const { child, left } = await start()
      for (let count = 0; count < left; count += 1) await waitForLine(child, /^decided$/)
      expect(halfway).toBeGreaterThan(0)
      child.kill('SIGKILL')
      await child.ended
    },
    wholeRunMs,
  )
})
