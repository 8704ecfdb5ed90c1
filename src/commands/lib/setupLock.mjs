// Allows one set-up at a time, because two installs in one folder destroy each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, say } from './project.mjs'

const lockFile = join(root, 'dist/.setup.lock')

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** Tries once to take the lock; takes over the lock of a process that no longer exists. */
function tryLock() {
  mkdirSync(dirname(lockFile), { recursive: true })
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const pid = Number(readPid())
    if (pid > 0 && isAlive(pid)) return false
    rmSync(lockFile, { force: true })
    return false
  }
}

function readPid() {
  try {
    return readFileSync(lockFile, 'utf8')
  } catch {
    return ''
  }
}

/** Runs `work` while no other set-up of this project runs. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
export async function withSetupLock(work) {
  for (let round = 0; !tryLock(); round += 1) {
    if (round === 2) say('等待另一個安裝程序完成… (waiting for another set-up)')
    await sleep(500)
  }
  try {
    return await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}
