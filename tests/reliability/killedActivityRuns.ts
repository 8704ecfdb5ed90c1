import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Child, startTypeScript, waitForLine } from './processes.ts'

const pointsEach = 20

/** Where the processes keep their data: `DATA_DIR`, and `DATABASE_URL` for PostgreSQL. */
type Place = Readonly<Record<string, string>>

/** Starts giving, and returns how many members the killed run had left. Ledger, budget and list must agree then. */
async function start(place: Place, members: number): Promise<{ child: Child; left: number }> {
  const child = await startTypeScript('tests/reliability/activityRunner.ts', { ...place, MEMBERS: String(members) })
  expect((await waitForLine(child, /^(sound|broken.*)$/))[1]).toBe('sound')
  const [, left] = await waitForLine(child, /^left (\d+)$/)
  return { child, left: Number(left) }
}

/**
 * Gives a list of members its points and kills the process again and again, after some pages. What it left is sound at each start, and in the
 * end every member has its points once.
 */
export async function killActivityRuns(place: Place, { members, cycles }: { members: number; cycles: number }): Promise<void> {
  let halfway = 0
  for (let cycle = 0; cycle <= cycles; cycle += 1) {
    const { child, left } = await start(place, members)
    try {
      if (left > 0 && left < members) halfway += 1
      if (cycle === cycles) {
        const [, given, used] = await waitForLine(child, /^complete (\d+) (\d+)$/)
        expect([Number(given), Number(used)]).toEqual([members, members * pointsEach])
      } else if (left > 0) {
        for (let page = 0; page < 1 + (cycle % 3); page += 1) await waitForLine(child, /^(page|complete.*)$/)
        await sleep((cycle * 13) % 40)
      }
    } finally {
      child.kill('SIGKILL')
      await child.ended
    }
  }
  expect(halfway).toBeGreaterThan(0)
}
