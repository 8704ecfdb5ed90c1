import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '../support/builtPrograms.ts'
import { type Child, startProgram, waitForLine } from './processes.ts'

/** Another container on the same machine: own mounts, network, host name and process ids. */
const elsewhere = ['unshare', '--mount', '--net', '--uts', '--pid', '--fork', '--kill-child']
const [command = '', ...unshared] = elsewhere
const mayUnshare = process.platform === 'linux' && spawnSync(command, [...unshared, 'true']).status === 0
const whyNot = mayUnshare ? '' : '（略過：此環境不允許 unshare，需要 Linux 的 root）'

const node = [process.execPath, '--enable-source-maps']
let root: string
let dataDir: string
let link: string
let mounted: string
const children: Child[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'loyalty-shared-'))
  chmodSync(root, 0o700)
  dataDir = join(root, 'data')
  link = join(root, 'link')
  mounted = join(root, 'mounted')
  await Promise.all([mkdir(join(dataDir, 'database'), { recursive: true }), mkdir(mounted), symlink(dataDir, link)])
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map((child) => child.ended))
  await rm(root, { recursive: true, force: true })
})

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Child {
  const child = startProgram(args, environment)
  children.push(child)
  return child
}

/** Runs in another container that mounts the data folder at another path. */
function inContainer(args: readonly string[]): readonly string[] {
  const script = `mount --bind "${dataDir}" "${mounted}" && hostname "${hostname()}" && exec "$@"`
  return [...elsewhere, 'sh', '-c', script, 'sh', ...args]
}

/** Number of refusals for this many attempts to lock the folder. */
async function refusals(folder: string, count: number, wrap = (args: readonly string[]) => args, clock: readonly string[] = []) {
  const program = await builtProgram('tests/reliability/folderTries.ts')
  const child = start(wrap([...node, ...clock, program, join(folder, 'database'), String(count)]))
  return Number((await waitForLine(child, /^refused (\d+)$/))[1])
}

const startWriter = async (folder: string, wrap = (args: readonly string[]) => args) =>
  start(wrap([...node, await builtProgram('tests/reliability/writer.ts')]), { DATA_DIR: folder })

/** A clock that is wrong by this many hours. */
const clockOff = (hours: number) => ['--import', `data:text/javascript,const now=Date.now;Date.now=()=>now()+${hours}*3600e3`]

describe.runIf(mayUnshare)(`one data folder, reached by several ways${whyNot}`, () => {
  it('a second server is refused in 100 of 100 tries while somebody writes, and nothing that was acknowledged is lost', async () => {
    const writer = await startWriter(dataDir)
    await waitForLine(writer, /^found 0/)
    const holder = join(dataDir, 'database/holder.json')
    const refused = await Promise.all([
      refusals(dataDir, 20),
      refusals(link, 20),
      refusals(mounted, 20, inContainer),
      refusals(dataDir, 20, (args) => [...elsewhere, ...args]),
    ])
    // A wrong clock or a lost file must not change who holds the folder.
    await utimes(holder, new Date(0), new Date(0))
    const early = await refusals(mounted, 10, inContainer, clockOff(-5))
    await rm(holder)
    const late = await refusals(dataDir, 10, undefined, clockOff(50))
    expect([...refused, early, late]).toEqual([20, 20, 20, 20, 10, 10])

    // A complete second server through the other mount, not only its lock.
    const { code, errors } = await (await startWriter(mounted, inContainer)).ended
    expect([code, errors]).toEqual([1, expect.stringContaining('使用中')])

    writer.kill('SIGKILL')
    let acknowledged = 0
    for (let next = await writer.lines.next(); !next.done; next = await writer.lines.next()) acknowledged = Number(next.value)
    await writer.ended
    expect(acknowledged).toBeGreaterThan(0)
    // Free at once, also for the other container, and undamaged.
    const next = await startWriter(mounted, inContainer)
    const [, count, highest] = await waitForLine(next, /^found (\d+) (\d+) (\d+)$/)
    expect(Number(highest)).toBeGreaterThanOrEqual(acknowledged)
    expect(count).toBe(highest)
    expect(await refusals(dataDir, 10)).toBe(10)
  })

  it('a data folder is not held by a file that somebody left', async () => {
    const folder = join(root, 'left')
    await mkdir(join(folder, 'database'), { recursive: true })
    await writeFile(join(folder, 'database/holder.json'), JSON.stringify({ pid: 1, host: 'another', since: new Date().toISOString() }))
    expect(await refusals(folder, 1)).toBe(0)
  })

  it('goes to one of many that ask at once', async () => {
    const folder = join(root, 'asked')
    await mkdir(join(folder, 'database'), { recursive: true })
    const counts = await Promise.all([refusals(folder, 1), refusals(folder, 30)])
    // Each process releases its locks when all its attempts have ended, so both may have held the folder, one after the other.
    expect(counts[1]).toBeGreaterThanOrEqual(29)
  })
})
