// node_modules as the lock file wants it.
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

/** A second try cannot help: no network, or a lock file that does not fit. */
const isPermanent = /ENOTFOUND|EAI_AGAIN|EUSAGE/

/** @param {string} output */
function installProblem(output) {
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/.test(output)) {
    return '無法連線至套件來源，請確認網路後再執行一次。(no network: packages cannot be installed)'
  }
  if (/ENOSPC/.test(output)) return '磁碟空間不足，無法安裝套件。(disk full)'
  // The reason comes first, pages of usage follow.
  return `安裝套件失敗。(npm ci failed)\n${output.trim().slice(0, 2000)}`
}

/**
 * Installs the dependencies unless node_modules belongs to the present lock file. A failed attempt is repeated once from nothing,
 * because a half-written folder (a killed install) cannot be repaired.
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
