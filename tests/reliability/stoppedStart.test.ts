import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, startNode, waitForLine } from './processes.ts'

let root: string
const children: Child[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'loyalty-stopped-'))
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map((child) => child.ended))
  await rm(root, { recursive: true, force: true })
})

/** The built server, as `npm start` runs it. */
function startServer(environment: Readonly<Record<string, string>>): Child {
  const child = startNode(['dist/server/main.js'], { PORT: '0', ...environment })
  children.push(child)
  return child
}

const opened = /登入頁已可開啟：(\S+)/
const started = /系統已啟動：(\S+)/
const stack = /^\s+at /m

/** Resolves when the server has made the file, plus this many milliseconds. */
async function madeFile(child: Child, file: string, laterMs: number): Promise<void> {
  while (!existsSync(file) && child.process.exitCode === null) await sleep(5)
  await sleep(laterMs)
}

/** From the first lock to the last row of the demo data: the file that marks a stage of the start, and the delay of the signal after it. */
const moments = [
  ['database/pgdata.new/PG_VERSION', 0],
  ['secrets.json', 0],
  ['database/holder.json', 3000],
] as const

/** What a server at this address says to browsers, balancers and callers. */
async function voices(base: string) {
  const [page, health, ready, token, odd] = await Promise.all([
    fetch(`${base}/login`),
    fetch(`${base}/healthz`),
    fetch(`${base}/readyz`),
    fetch(`${base}/connect/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'password' }) }),
    // The guard of addresses was there in every other test, and missing in the build.
    fetch(`${base}/%ff`),
  ])
  return {
    page: [page.status, (await page.text()).includes('data-preparing')],
    health: [health.status, ((await health.json()) as { status: string }).status],
    ready: ready.status,
    token: [token.status, await token.text()],
    odd: [odd.status, await odd.text(), odd.headers.get('x-content-type-options')],
  }
}

const refusedAddress = [404, '查無資料', 'nosniff']

describe('a start', () => {
  it('a start opens the sign-in page before it makes the data, and refuses calls with a sentence until then', async () => {
    const server = startServer({ DATA_DIR: join(root, 'first'), DEMO: '1' })
    const base = (await waitForLine(server, opened))[1] ?? ''
    const before = await voices(base)
    expect(before).toMatchObject({
      page: [200, true],
      health: [200, 'preparing'],
      ready: 503,
      token: [503, expect.stringContaining('請稍候再試')],
      odd: refusedAddress,
    })
    // What it says when it is ready: below, of a start that goes on. Making all demo data twice would take as long as both tests.
    server.kill('SIGKILL')
    await server.ended
  })
})

describe('a start that is stopped', () => {
  it('a start that is stopped ends without a word at any moment, frees the folder, and the next start goes on at the same address until it answers', async () => {
    const folder = join(root, 'interrupted')
    const ends: unknown[] = []
    for (const [index, [file, laterMs]] of moments.entries()) {
      const child = startServer({ DATA_DIR: folder, DEMO: '1' })
      await madeFile(child, join(folder, file), laterMs)
      child.kill(index % 2 === 0 ? 'SIGINT' : 'SIGTERM')
      ends.push(await child.ended)
    }
    expect(ends).toEqual(moments.map(() => ({ code: 0, errors: '' })))
    const next = startServer({ DATA_DIR: folder, DEMO: '1' })
    const base = (await waitForLine(next, opened))[1] ?? ''
    expect((await waitForLine(next, started))[1]).toBe(base)
    expect(await voices(base)).toMatchObject({
      page: [200, false],
      health: [200, 'ok'],
      ready: 200,
      token: [400, expect.anything()],
      odd: refusedAddress,
    })
  }, 1_800_000)

  it('tells wrong settings and secrets together, without a stack, before it makes or opens anything', async () => {
    const folder = join(root, 'wrong')
    const { code, errors } = await startServer({
      ...{
        DATA_DIR: folder,
        TRUSTED_PROXIES: 'nobody',
        PORT: 'x',
        SECRET_ANTI_FORGERY: '0'.repeat(64),
        SECRET_LOOKUP_HASH: '0'.repeat(64),
      },
    }).ended
    expect(code).toBe(1)
    expect(errors).not.toMatch(stack)
    for (const name of ['TRUSTED_PROXIES', 'PORT', 'SECRET_ANTI_FORGERY', '相同']) expect(errors).toContain(name)
    expect(existsSync(folder)).toBe(false)
  })
})
