import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareFolder } from './preparedFolder.ts'
import { type Child, startNode, waitForLine } from './processes.ts'

let folder: string
let children: Child[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loyalty-lock-'))
  await prepareFolder(folder, 'base')
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
  // One folder is reused, because making a database for each test would take longer than the tests.
  it('refuses a second server at once and names the holder; it is free after a kill, a graceful stop, and whatever they left', async () => {
    await leaveHolder(JSON.stringify({ pid: 1, host: 'container-that-is-gone', since: new Date().toISOString() }))
    const begin = performance.now()
    const first = startServer()
    await waitForLine(first, started)
    const hasStarted = performance.now()
    const { code, errors } = await startServer().ended
    expect(code).toBe(1)
    expect(errors).toContain(`正由程序 ${first.process.pid}`)
    // Takes about 1 s; 3 s are allowed. To tell a slow machine from a wait, it is compared with a normal start.
    expect(performance.now() - hasStarted).toBeLessThan(hasStarted - begin)

    first.kill('SIGKILL')
    await first.ended
    const second = startServer()
    await waitForLine(second, started)
    second.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)

    await leaveHolder('{"pid":')
    await expect(waitForLine(startServer(), started)).resolves.toBeTruthy()
  })
})

/** What a dead holder may have left behind. */
async function leaveHolder(text: string): Promise<void> {
  await mkdir(join(folder, 'database'), { recursive: true })
  await writeFile(join(folder, 'database/holder.json'), text)
}
