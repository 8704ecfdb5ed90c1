import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cyclesOf } from './cycles.ts'
import { prepareFolder } from './preparedFolder.ts'
import { type Child, startTypeScript, waitForLine } from './processes.ts'

const cycles = cyclesOf(100, 3)
/** All invariants are checked after this many cycles, and after the last one. */
const verifyEvery = 10
const wholeRunMs = 3_600_000
let folder: string
const children: Child[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loyalty-killed-ledger-'))
  await prepareFolder(folder, 'base')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(environment: Readonly<Record<string, string>>): Promise<Child> {
  const child = await startTypeScript('tests/reliability/ledgerPoster.ts', { DATA_DIR: folder, ...environment })
  children.push(child)
  return child
}

/** Kills the poster after it acknowledged this many postings; adds all that were received to `acknowledged`. */
async function killAfter(child: Child, count: number, acknowledged: Set<string>): Promise<void> {
  const posted = /^posted (\S+)$/
  for (let index = 0; index < count; index += 1) acknowledged.add((await waitForLine(child, posted))[1] as string)
  child.kill('SIGKILL')
  for (let next = await child.lines.next(); !next.done; next = await child.lines.next()) {
    // The last line may have been cut by the kill.
    const match = posted.exec(next.value)
    if (match) acknowledged.add(match[1] as string)
  }
  await child.ended
}

describe('kill -9 of the embedded ledger under load', () => {
  it(
    `loses no acknowledged posting in ${cycles} cycles, and every invariant holds`,
    async () => {
      const acknowledged = new Set<string>()
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const isVerified = cycle % verifyEvery === verifyEvery - 1
        const child = await start({ PREFIX: `K${cycle}`, ...(isVerified ? { VERIFY: 'yes' } : {}) })
        const [, found] = await waitForLine(child, /^found (\d+)$/)
        expect(Number(found)).toBeGreaterThanOrEqual(acknowledged.size)
        if (isVerified) expect((await waitForLine(child, /^(sound|broken.*)$/))[1]).toBe('sound')
        await killAfter(child, 1 + ((cycle * 23) % 89), acknowledged)
      }
      const last = await start({ LIST: 'yes', VERIFY: 'yes' })
      expect((await waitForLine(last, /^(sound|broken.*)$/))[1]).toBe('sound')
      const has = new Set((await waitForLine(last, /^has (.*)$/))[1]?.split(' '))
      expect([...acknowledged].filter((number) => !has.has(number))).toEqual([])
      expect(acknowledged.size).toBeGreaterThan(cycles)
      await last.ended
    },
    wholeRunMs,
  )
})
