// A PostgreSQL server for one test run: on loopback, in a temporary folder that is deleted afterwards.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aptInstall } from './apt.mjs'
import { CommandError } from './project.mjs'
import { run } from './run.mjs'

/** @param {string} folder */
const holdsServer = (folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))

/** Folder with the programs of the server; the newest of Debian's versions. @returns {Promise<string | null>} */
async function findBinaries() {
  const { code, output } = await run('pg_config', ['--bindir'], { isQuiet: true })
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const candidates = [
    ...(code === 0 ? [output.trim()] : []),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return candidates.find(holdsServer) ?? null
}

/** The user that runs the server, because PostgreSQL refuses to run as root. Debian's package creates one. */
function serverUser() {
  if (process.getuid?.() !== 0) return {}
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')
  if (!entry) throw new CommandError('以 root 執行測試時需要系統使用者 postgres。(user postgres is missing)')
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** @param {number} port @param {string} binaries @param {object} user */
async function waitUntilReady(port, binaries, user) {
  for (let round = 0; round < 300; round += 1) {
    const args = ['-q', '-h', '127.0.0.1', '-p', String(port)]
    if ((await run(join(binaries, 'pg_isready'), args, { isQuiet: true, ...user })).code === 0) return
    await sleep(100)
  }
  throw new CommandError('測試用 PostgreSQL 未能啟動。(temporary PostgreSQL did not start)')
}

/** Of a run of the contract tests: some hundred databases, made and dropped, and a gigabyte of the server's log. */
const inMemoryBytes = 6 * 1024 ** 3

/** A folder in memory where there is plenty, because a disk spends longer on the thousand files of a new database than the server does. */
function folderInMemory() {
  const memory = '/dev/shm'
  if (!existsSync(memory) || freemem() < inMemoryBytes) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < inMemoryBytes ? tmpdir() : memory
}

/** Nothing has to outlive this machine, and nobody reads the server's log. */
const hastySettings = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }

/**
 * Starts the server; installs PostgreSQL when it is missing.
 * @param {{ isDurable?: boolean, isInMemory?: boolean }} [options] isDurable: commits wait for the disk, as in production; for
 *   measurements. isInMemory: for small databases, in memory where there is enough
 * @returns {Promise<{ url: string, binaries: string, stop: () => Promise<void>, restartImmediately: () => Promise<void> }>}
 *   binaries: folder of the server's programs; restartImmediately: a crash (`pg_ctl -m immediate`: no checkpoint, all sessions cut) and
 *   a start on the same data
 */
export async function startTemporaryPostgres({ isDurable = false, isInMemory = false } = {}) {
  if (!(await findBinaries())) await aptInstall('資料庫 PostgreSQL', ['postgresql'])
  const binaries = await findBinaries()
  if (!binaries) throw new CommandError('找不到 PostgreSQL 的執行檔。(PostgreSQL is missing)')
  const user = serverUser()
  const folder = mkdtempSync(join(isInMemory ? folderInMemory() : tmpdir(), 'loyalty-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? 0)
  const data = join(folder, 'data')
  const made = await run(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    isQuiet: true,
    ...user,
  })
  if (made.code !== 0) throw new CommandError(`測試用 PostgreSQL 無法初始化。(initdb failed)\n${made.output.slice(-1000)}`)
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    // More than the 200 clients of the largest measurement.
    max_connections: 300,
    ...(isDurable ? {} : hastySettings),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = () => {
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...args], { stdio: 'ignore', ...user })
    return { server, ended: new Promise((resolve) => server.once('close', resolve)) }
  }
  let running = start()
  const killOnExit = () => running.server.kill('SIGQUIT')
  process.once('exit', killOnExit)
  await waitUntilReady(port, binaries, user)
  const stop = async () => {
    process.off('exit', killOnExit)
    running.server.kill('SIGINT')
    await running.ended
    rmSync(folder, { recursive: true, force: true })
  }
  const restartImmediately = async () => {
    await run(join(binaries, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', data], { isQuiet: true, ...user })
    await running.ended
    running = start()
    await waitUntilReady(port, binaries, user)
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, binaries, stop, restartImmediately }
}
