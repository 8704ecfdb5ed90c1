import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareFolder } from './preparedFolder.ts'
import { type Child, startNode, waitForLine } from './processes.ts'

const mb = 1024 * 1024
const diskMb = 768

const probe = join(tmpdir(), `loyalty-mount-${process.pid}`)
const mount = (folder: string, sizeMb: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=700`, 'tmpfs', folder]).status === 0
/** A small disk of our own needs root on Linux. */
const mayMount = (() => {
  spawnSync('mkdir', [probe])
  const isMounted = mount(probe, 1)
  if (isMounted) spawnSync('umount', [probe])
  rmSync(probe, { recursive: true, force: true })
  return isMounted
})()

let disk: string
let server: Child
let base: string

beforeAll(async () => {
  if (!mayMount) return
  disk = await mkdtemp(join(tmpdir(), 'loyalty-disk-'))
  if (!mount(disk, diskMb)) throw new Error('the small disk cannot be mounted')
  await prepareFolder(join(disk, 'data'), 'demo')
  await start()
})

afterAll(async () => {
  if (!mayMount) return
  server.kill('SIGKILL')
  await server.ended
  spawnSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = startNode(['dist/server/main.js'], { DATA_DIR: join(disk, 'data'), PORT: '0', DEMO: '1' })
  base = (await waitForLine(server, /系統已啟動：(\S+)/))[1] ?? ''
}

const filler = () => join(disk, 'filler')
const freeBytes = () => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** Fills the disk, leaving this many bytes. */
function leave(bytes: number): void {
  const file = openSync(filler(), 'a')
  const block = Buffer.alloc(256 * 1024)
  try {
    while (freeBytes() > bytes) writeSync(file, block, 0, Math.min(block.length, Math.max(4096, freeBytes() - bytes)))
  } catch (error) {
    // Another process was faster to take the last page.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

interface Session {
  readonly headers: Readonly<Record<string, string>>
}

async function signIn(): Promise<Session> {
  const form = { grant_type: 'password', client_id: 'console', username: 'admin', password: 'Demo!2025admin' }
  const answer = await fetch(`${base}/connect/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { headers: { authorization: `Bearer ${token}`, 'x-xsrf-token': answer.headers.get('x-xsrf-token') ?? '' } }
}

const read = async ({ headers }: Session) => (await fetch(`${base}/api/account/roles/0/5`, { headers })).status
const isReady = async () => ((await (await fetch(`${base}/readyz`)).json()) as { status: string }).status

let roles = 0
async function write({ headers }: Session): Promise<{ status: number; text: string; retryAfter: string | null }> {
  roles += 1
  const body = JSON.stringify({
    roleCode: `DISK${roles}`,
    roleName: `磁碟${roles}`,
    userType: '1',
    permissions: ['authority.roles.view'],
    isEnabled: true,
  })
  const answer = await fetch(`${base}/api/account/roles`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') }
}

/** Writes until the expected answer comes. @returns milliseconds until then */
async function until(session: Session, status: number): Promise<number> {
  const begin = performance.now()
  while ((await write(session)).status !== status) await sleep(100)
  return performance.now() - begin
}

describe.runIf(mayMount)(`a disk that fills up${mayMount ? '' : '（略過：此環境不允許 mount，需要 Linux 的 root）'}`, () => {
  it('stops writes in words while it is nearly full, then goes on by itself', async () => {
    const session = await signIn()
    expect((await write(session)).status).toBe(201)
    leave(100 * mb)
    await until(session, 503)
    expect(await write(session)).toEqual({ status: 503, text: expect.stringContaining('儲存空間不足'), retryAfter: '5' })
    expect([await read(session), await isReady()]).toEqual([200, 'read-only'])
    // Signing in and reading must still be possible.
    expect(await read(await signIn())).toBe(200)
    rmSync(filler())
    const ms = await until(session, 201)
    process.stdout.write(`writes again ${Math.round(ms)} ms after there was space\n`)
    expect(await isReady()).toBe('ok')
  })

  it('reads on with not a byte left, and has lost nothing afterwards', async () => {
    const session = await signIn()
    leave(0)
    await until(session, 503)
    for (let round = 0; round < 30; round += 1) {
      expect(await read(session)).toBe(200)
      expect((await write(session)).status).toBe(503)
    }
    rmSync(filler())
    await until(session, 201)
    const last = roles
    server.kill('SIGKILL')
    await server.ended
    await start()
    const { headers } = await signIn()
    const list = await (await fetch(`${base}/api/account/roles/0/200`, { headers })).text()
    expect(list).toContain(`DISK${last}`)
  })
})
