// Installs what the tests need besides npm packages, where that is possible.
import { existsSync } from 'node:fs'
import { CommandError, say } from './project.mjs'
import { run } from './run.mjs'

const isRoot = process.getuid?.() === 0

/**
 * Installs Debian packages as root, or with `sudo` when it asks for no password.
 * @param {string} purpose zh-TW, for the sentence shown @param {readonly string[]} packages
 */
export async function aptInstall(purpose, packages) {
  const manual = `請自行安裝：${packages.join(' ')}。`
  if (!existsSync('/usr/bin/apt-get')) throw new CommandError(`找不到${purpose}，且此系統沒有 apt-get。${manual}`)
  say(`安裝${purpose}中… (installing ${packages.join(', ')})`)
  const prefix = isRoot ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const [command = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args]
    const { code, output } = await run(command, rest, { env, isQuiet: true })
    if (code !== 0) throw new CommandError(`無法安裝${purpose}。${manual}\n${output.trim().slice(-1000)}`)
  }
}
