import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Child, startNode, waitForLine } from './processes.ts'

let folder: string
let children: Child[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loyalty-lock-'))
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map((child) => child.ended))
  children = []
  await rm(folder, { recursive: true, force: true })
})

/** The built server, as `npm start` runs it. */
function startServer(): Child {
  const child = startNode(['dist/server/main.js'], { DATA_DIR: folder, PORT: '0', DEMO: '0' })
  children.push(child)
  return child
}

const started = /系統已啟動/

describe('the folder of the embedded database', () => {
  it('refuses a second server long before that would have started, and names the holder', async () => {
    const begin = performance.now()
    const first = startServer()
    await waitForLine(first, started)
    const hasStarted = performance.now()
    const { code, errors } = await startServer().ended
    expect(code).toBe(1)
    expect(errors).toContain(`正由程序 ${first.process.pid}`)
    // Some 1 s, and 3 s are allowed; told from a wait by the start beside it, which is as slow as the machine is.
    expect(performance.now() - hasStarted).toBeLessThan(hasStarted - begin)
  })

  it('is free again after the holder was killed, whatever it left behind', async () => {
    const first = startServer()
    await waitForLine(first, started)
    first.kill('SIGKILL')
    await first.ended
    await expect(waitForLine(startServer(), started)).resolves.toBeTruthy()
  })

  it('is not held by the left-over file of another host', async () => {
    await mkdir(join(folder, 'database'))
    const holder = { pid: 1, host: 'container-that-is-gone', since: new Date().toISOString() }
    await writeFile(join(folder, 'database/holder.json'), JSON.stringify(holder))
    await expect(waitForLine(startServer(), started)).resolves.toBeTruthy()
  })

  it('is not held by a holder file that was cut off by a crash', async () => {
    await mkdir(join(folder, 'database'))
    await writeFile(join(folder, 'database/holder.json'), '{"pid":')
    await expect(waitForLine(startServer(), started)).resolves.toBeTruthy()
  })

  it('is given up by a graceful stop', async () => {
    const first = startServer()
    await waitForLine(first, started)
    first.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    await expect(waitForLine(startServer(), started)).resolves.toBeTruthy()
  })
})
