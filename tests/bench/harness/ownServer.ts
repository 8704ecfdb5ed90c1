import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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
  /** Measures which part of a processor it uses while nobody does anything. */
  idleShare(): Promise<number>
  stop(): Promise<void>
}

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
  const idleShare = async () => {
    await sleep(idleMs)
    const before = cpuMs()
    await sleep(idleMs)
    return (cpuMs() - before) / idleMs
  }
  await untilReady(origin, () => child.exitCode !== null)
  return { origin, schemas, cpuMs, idleShare, stop }
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

/** Of all threads that live, which are those of a pool and of the database; ms. The kernel counts in ns here, elsewhere in hundredths of a second. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return spent.reduce((sum, one) => sum + one, 0) / 1e6
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
