import { readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { namesPath } from '../../language/editor/namesSchema.ts'
import { inSlices } from './inSlices.ts'

/** Reads all JSON files in the folder of the documents, by path. A file that disappears meanwhile is left out. */
export async function readSchemaFiles(folder: string): Promise<readonly DocumentFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isOfEditors(folder, path))
  const files = await inSlices(readEach(folder, paths.sort()))
  return files.filter((file) => file !== undefined)
}

/** One after the other, each at once: to wait for the threads that read files takes longer than to read some hundred small ones. */
function* readEach(folder: string, paths: readonly string[]): Generator<undefined, readonly (DocumentFile | undefined)[]> {
  const files: (DocumentFile | undefined)[] = []
  for (const path of paths) {
    files.push(readOne(folder, path))
    yield
  }
  return files
}

/**
 * The files again after some of them were saved, added or removed; only those are read. A file with the same text is the same object.
 *
 * @param files  as they were read before
 * @param paths  of what changed, absolute
 */
export async function rereadSchemaFiles(
  folder: string,
  files: readonly DocumentFile[],
  paths: ReadonlySet<string>,
): Promise<readonly DocumentFile[]> {
  const wanted = [...paths].filter((path) => path.endsWith('.json') && !isOfEditors(folder, path))
  const read = await inSlices(readEach(folder, wanted))
  const now = new Map(wanted.map((path, index) => [pathBelow(folder, path), read[index]]))
  const known = new Set(files.map(({ path }) => path))
  const added = [...now.values()].filter((file) => file !== undefined).filter(({ path }) => !known.has(path))
  const latest = (file: DocumentFile) => (now.has(file.path) && now.get(file.path)?.text !== file.text ? now.get(file.path) : file)
  const kept = files.map(latest).filter((file) => file !== undefined)
  return added.length === 0 ? kept : [...kept, ...added].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The schemas of the language and the names of the project, for editors: no documents, and the server itself writes there. */
export const isOfEditors = (folder: string, path: string) => `${path}${sep}`.startsWith(join(folder, dirname(namesPath), sep))

const pathBelow = (folder: string, path: string) => relative(folder, path).split(sep).join('/')

/** Nothing for what is no file: to read a folder fails, and a pipe may never end, so that no later save would be read. */
function readOne(folder: string, path: string): DocumentFile | undefined {
  try {
    if (!statSync(path).isFile()) return undefined
    const text = readFileSync(path, 'utf8')
    return { path: pathBelow(folder, path), text }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** Not there, or a link that leads nowhere. */
const goneCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && goneCodes.has(error.code)
}
