import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../../src/commands/lib/ensureBuild.mjs'
import { projectRoot } from '../../../src/server/platform/projectRoot.ts'

/** The product as `npm start` runs it, in a process of its own, with the demo data and a copy of the documents. */
export interface OwnServer {
  readonly origin: string
  readonly schemas: string
  /** Processor time that the process has used so far, the thread of the embedded database included. */
  cpuMs(): number
  /** Part of a processor that it uses while nobody asks anything. */
  readonly idleShare: number
  stop(): Promise<void>
}

/** Clock ticks of `/proc` are hundredths of a second on Linux. */
const tickMs = 10
const idleMs = 5000

/** @throws on systems without `/proc` */
export async function startOwnServer(): Promise<OwnServer> {
  await ensureBuild()
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const schemas = join(folder, 'schemas')
  await cp(join(projectRoot, 'schemas'), schemas, { recursive: true })
  const port = await freePort()
  const given = { PORT: String(port), HOST: '127.0.0.1', SCHEMAS_DIR: schemas, DATA_DIR: join(folder, 'data'), DEMO: '1' }
  const args = process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []
  const child = spawn(process.execPath, [...args, join(projectRoot, 'dist/server/main.js')], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', ACCESS_TOKEN_MINUTES: '60', ...given },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const origin = `http://127.0.0.1:${port}`
  const cpuMs = () => cpuOf(child.pid ?? 0)
  await untilReady(origin, () => child.exitCode !== null)
  await sleep(idleMs)
  const before = cpuMs()
  await sleep(idleMs)
  return { origin, schemas, cpuMs, idleShare: (cpuMs() - before) / idleMs, stop }
}

async function untilReady(origin: string, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    if (hasEnded()) throw new Error('the server ended at its start')
    const isReady = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await sleep(200)
  }
}

function cpuOf(pid: number): number {
  // The name of the program stands in parentheses before the numbers and may contain spaces.
  const numbers = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [user = 0, system = 0] = numbers.slice(11, 13).map(Number)
  return (user + system) * tickMs
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
