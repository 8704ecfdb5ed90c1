import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFile } from '../language/check/checkedFiles.ts'
import { namesPath } from '../language/editor/namesSchema.ts'

/** Reads every JSON file in a folder but the one that is written for editors, sorted by path. Paths are relative to the folder, with forward slashes. */
export function readDocumentFiles(folder: string): readonly DocumentFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== namesPath && isFile(join(folder, path)))
    .sort()
  return paths.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

/** False for folders and pipes, and for links that lead nowhere: the server reads none of them. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
