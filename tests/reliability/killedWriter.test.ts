import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, startTypeScript, waitForLine } from './processes.ts'

const cycles = 20
let folder: string
const children: Child[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loyalty-killed-'))
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface Found {
  readonly count: number
  readonly highest: number
  readonly listed: number
}

async function startWriter(): Promise<{ child: Child; found: Found }> {
  const child = await startTypeScript('tests/reliability/writer.ts', { DATA_DIR: folder })
  children.push(child)
  const [, count, highest, listed] = await waitForLine(child, /^found (\d+) (\d+) (\d+)$/)
  return { child, found: { count: Number(count), highest: Number(highest), listed: Number(listed) } }
}

/** Kills the writer after it acknowledged this many rows; returns the highest acknowledged number that was received. */
async function killAfter(child: Child, acknowledgements: number): Promise<number> {
  let last = 0
  for (let count = 0; count < acknowledgements; count += 1) last = Number((await waitForLine(child, /^(\d+)$/))[1])
  child.kill('SIGKILL')
  for (let next = await child.lines.next(); !next.done; next = await child.lines.next()) last = Number(next.value)
  await child.ended
  return last
}

describe('kill -9 in the middle of acknowledged writes', () => {
  it(`loses nothing in ${cycles} cycles`, async () => {
    let acknowledged = 0
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const { child, found } = await startWriter()
      expect(found.highest).toBeGreaterThanOrEqual(acknowledged)
      expect(found).toMatchObject({ count: found.highest, listed: found.highest })
      // Kills at different moments: from the first row to several hundred.
      acknowledged = await killAfter(child, 1 + ((cycle * 37) % 211))
    }
    const { child, found } = await startWriter()
    expect(found.highest).toBeGreaterThanOrEqual(acknowledged)
    expect(found.count).toBe(found.highest)
    child.kill('SIGKILL')
    await child.ended
  })
})
