import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cyclesOf } from './cycles.ts'
import { type Child, startNode, waitForLine } from './processes.ts'

const members = cyclesOf(50_000, 2000)
const cycles = cyclesOf(20, 3)
const wholeRunMs = 3_600_000
let folder: string
const children: Child[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loyalty-killed-activity-'))
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts giving, and returns how many members the killed run had left. Ledger, budget and list must agree then. */
async function start(): Promise<{ child: Child; left: number }> {
  const child = startNode(['--import', 'tsx', 'tests/reliability/activityRunner.ts'], { DATA_DIR: folder, MEMBERS: String(members) })
  children.push(child)
  expect((await waitForLine(child, /^(sound|broken.*)$/))[1]).toBe('sound')
  const [, left] = await waitForLine(child, /^left (\d+)$/)
  return { child, left: Number(left) }
}

describe('kill -9 in the middle of points for a list of members', () => {
  it(
    `loses and doubles nothing in ${cycles} cycles over ${members} members`,
    async () => {
      let halfway = 0
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const { child, left } = await start()
        if (left > 0 && left < members) halfway += 1
        if (left > 0) for (let page = 0; page < 1 + (cycle % 3); page += 1) await waitForLine(child, /^(page|complete.*)$/)
        await sleep((cycle * 13) % 40)
        child.kill('SIGKILL')
        await child.ended
      }
      const { child, left } = await start()
      if (left > 0 && left < members) halfway += 1
      expect(halfway).toBeGreaterThan(0)
      const [, given, used] = await waitForLine(child, /^complete (\d+) (\d+)$/)
      expect([Number(given), Number(used)]).toEqual([members, members * 20])
      child.kill('SIGKILL')
      await child.ended
    },
    wholeRunMs,
  )
})
