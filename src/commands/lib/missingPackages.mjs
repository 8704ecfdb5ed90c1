// Compares what is installed with the lock file.
import { join } from 'node:path'
import { readIfExists, root } from './project.mjs'

/**
 * @typedef {'product' | 'all'} Scope   what builds and runs the product, or the tools of developers too
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean }} Entry
 * @typedef {Readonly<Record<string, Entry>>} Packages  by folder
 */

/**
 * Folders of packages that the lock file asks for and the install lacks, or has in another version. What depends on the machine (`optional`)
 * is not asked for: npm knows which of those it needs.
 * @param {Packages} wanted @param {Packages} installed @param {Scope} scope
 */
export function missingPackages(wanted, installed, scope) {
  return Object.entries(wanted)
    .filter(([folder, { optional, dev, devOptional }]) => {
      if (!folder.startsWith('node_modules/') || optional || devOptional) return false
      return scope === 'all' || !dev
    })
    .filter(([folder, { version }]) => installed[folder] === undefined || installed[folder].version !== version)
    .map(([folder]) => folder)
}

/** npm writes it at the end of every install, also of one that somebody started by hand. @returns {Packages | null} */
const installedPackages = () => packagesOf('node_modules/.package-lock.json')

/** @param {string} file @returns {Packages | null} */
function packagesOf(file) {
  const text = readIfExists(join(root, file))
  return text === null ? null : JSON.parse(text).packages
}

/** @param {Scope} scope */
export function isInstalled(scope) {
  const [wanted, installed] = [packagesOf('package-lock.json'), installedPackages()]
  return wanted !== null && installed !== null && missingPackages(wanted, installed, scope).length === 0
}

/** What an install has to bring: who has the tools already keeps them. @param {Scope} scope @param {Packages | null} installed @returns {Scope} */
export function wholeScope(scope, installed = installedPackages()) {
  return Object.values(installed ?? {}).some(({ dev }) => dev) ? 'all' : scope
}
