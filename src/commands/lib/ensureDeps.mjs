// Makes node_modules up to date with the lock file.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled, wholeScope } from './missingPackages.mjs'
import { CommandError, root, say } from './project.mjs'
import { cleanEnvironment, npmCommand, run } from './run.mjs'
import { withSetupLock } from './setupLock.mjs'

const folder = join(root, 'node_modules')

/** @typedef {import('./missingPackages.mjs').Scope} Scope */

/**
 * The tools are added to what is there: `npm ci` would take the files away from below a server that runs. @param {Scope} scope
 */
async function install(scope) {
  const { command, prefix } = npmCommand()
  const verb = isInstalled('product') ? ['install', '--no-save'] : ['ci']
  const flags = [scope === 'all' ? '--include=dev' : '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const result = await run(command, [...prefix, ...verb, ...flags], { env: cleanEnvironment(), isQuiet: true })
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
 * Installs what the lock file asks for, unless it is there, by whoever installed it. After a failure it deletes the folder and tries once
 * more, because a half-written folder (after a killed install) cannot be repaired.
 *
 * @param {Scope} scope  `product` is half of it, so that the first page comes sooner
 */
export async function ensureDeps(scope) {
  if (isInstalled(scope)) return
  await withSetupLock(async () => {
    if (isInstalled(scope)) return
    say(existsSync(folder) ? '更新套件中… (installing packages)' : '安裝套件中，首次約需半分鐘… (installing packages)')
    const wanted = wholeScope(scope)
    let { isDone, output } = await install(wanted)
    if (!isDone && !isPermanent.test(output)) {
      rmSync(folder, { recursive: true, force: true })
      ;({ isDone, output } = await install(wanted))
    }
    if (!isDone) throw new CommandError(installProblem(output))
  })
}
