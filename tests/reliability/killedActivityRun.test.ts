import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { cyclesOf } from './cycles.ts'
import { killActivityRuns } from './killedActivityRuns.ts'
import { prepareFolder } from './preparedFolder.ts'

const members = cyclesOf(50_000, 2000)
const cycles = cyclesOf(20, 3)
const wholeRunMs = 3_600_000
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loyalty-killed-activity-'))
  await prepareFolder(folder, 'base')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('kill -9 in the middle of points for a list of members', () => {
  it(
    `loses and doubles nothing in ${cycles} cycles over ${members} members`,
    async () => {
      await killActivityRuns({ DATA_DIR: folder }, { members, cycles })
    },
    wholeRunMs,
  )
})
