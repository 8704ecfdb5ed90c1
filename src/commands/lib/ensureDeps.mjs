// Makes node_modules up to date with the lock file.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, contentHash, readIfExists, root, say, write } from './project.mjs'
import { cleanEnvironment, npmCommand, run } from './run.mjs'
import { withSetupLock } from './setupLock.mjs'

const stampFile = join(root, 'node_modules/.stamp')

function isFresh() {
  return readIfExists(stampFile) === contentHash(['package-lock.json'])
}

async function install() {
  const { command, prefix } = npmCommand()
  const args = [...prefix, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = await run(command, args, { env: cleanEnvironment(), isQuiet: true })
  return { isDone: result.code === 0, output: result.output }
}

/** Errors that a second attempt cannot solve: no network, or a lock file that does not match. */
const isPermanent = /ENOTFOUND|EAI_AGAIN|EUSAGE/

/** @param {string} output */
function installProblem(output) {
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/.test(output)) {
    return '無法連線至套件來源，請確認網路後再執行一次。(no network: packages cannot be installed)'
  }
  if (/ENOSPC/.test(output)) return '磁碟空間不足，無法安裝套件。(disk full)'
  // Only the beginning is shown, because npm prints the reason first and pages of usage after it.
  return `安裝套件失敗。(npm ci failed)\n${output.trim().slice(0, 2000)}`
}

/**
 * Installs the dependencies unless node_modules matches the current lock file. After a failure it deletes the folder and tries once more,
 * because a half-written folder (after a killed install) cannot be repaired.
 */
export async function ensureDeps() {
  if (isFresh()) return
  await withSetupLock(async () => {
    if (isFresh()) return
    say('安裝套件中，首次約需一分鐘… (installing packages)')
    let { isDone, output } = await install()
    if (!isDone && !isPermanent.test(output)) {
      rmSync(join(root, 'node_modules'), { recursive: true, force: true })
      ;({ isDone, output } = await install())
    }
    if (!isDone) throw new CommandError(installProblem(output))
    write(stampFile, contentHash(['package-lock.json']))
  })
}
