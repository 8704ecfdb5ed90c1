import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isDocumentName } from '../../language/check/checkedFiles.ts'

/**
 * Absolute paths of all files below a folder that look like documents, sorted. Links to folders are followed, as the watcher follows them:
 * otherwise a document behind one would be served when it is saved and gone after the next start.
 */
export function documentPaths(folder: string): readonly string[] {
  return below(folder, folder).sort()
}

function below(top: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (isLeftOut(top, path)) return []
    if (entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path))) return orNothing(() => below(top, path), [])
    return isDocumentName(entry.name) ? [path] : []
  })
}

/**
 * True for what no author wrote as a document: hidden files, which programs and systems put beside those that they edit or copy, and links
 * that lead back to where one came from, behind which everything stands again and again.
 */
export function isLeftOut(top: string, path: string): boolean {
  return `${sep}${relative(top, path)}`.includes(`${sep}.`) || orNothing(() => leadsBack(top, path), false)
}

function leadsBack(top: string, path: string): boolean {
  if (path === top || !lstatSync(path).isSymbolicLink()) return false
  const target = `${realpathSync(path)}${sep}`
  for (let at = dirname(path); ; at = dirname(at)) {
    if (`${realpathSync(at)}${sep}`.startsWith(target)) return true
    if (at === top || at === dirname(at)) return false
  }
}

const isFolder = (path: string) => orNothing(() => statSync(path).isDirectory(), false)

/** Not there, or a link that leads nowhere. */
const goneCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/** What disappears while it is looked at is as if it had never been there. */
export function orNothing<Result>(look: () => Result, nothing: Result): Result {
  try {
    return look()
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && goneCodes.has(error.code)) return nothing
    throw error
  }
}
