import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const waitMs = 100
const waitRounds = 3000

/** Makes what the test files of a run share in a folder, unless another file or part did, or waits while it is being made. */
export async function madeOnce(folder: string, name: string, make: () => Promise<void>): Promise<void> {
  const done = join(folder, `${name}.done`)
  const lock = join(folder, `${name}.lock`)
  await mkdir(folder, { recursive: true })
  for (let round = 0; round < waitRounds && !existsSync(done); round += 1) {
    const isMine = await mkdir(lock).then(
      () => true,
      () => false,
    )
    if (!isMine) {
      await sleep(waitMs)
      continue
    }
    try {
      await make()
      await writeFile(done, '')
    } catch (error) {
      await rm(lock, { recursive: true })
      throw error
    }
  }
  if (!existsSync(done)) throw new Error(`${name} was not made in time`)
}
