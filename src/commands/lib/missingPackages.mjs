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

/** npm writes the second file at the end of every install, also of one that somebody started by hand. @param {Scope} scope */
export function isInstalled(scope) {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => readIfExists(join(root, file)))
  if (!wanted || !installed) return false
  return missingPackages(JSON.parse(wanted).packages, JSON.parse(installed).packages, scope).length === 0
}
