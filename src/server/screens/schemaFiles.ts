import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type DocumentFile, isDocumentName } from '../../language/check/checkedFiles.ts'
import { tooLarge } from '../../language/check/limits.ts'
import { namesPath } from '../../language/editor/namesSchema.ts'
import { documentPaths, isLeftOut, orNothing } from './documentPaths.ts'
import { inSlices } from './inSlices.ts'

/** Reads all documents in their folder, by path. A file that disappears meanwhile is left out. */
export async function readSchemaFiles(folder: string): Promise<readonly DocumentFile[]> {
  const paths = documentPaths(folder).filter((path) => !isOfEditors(folder, path))
  const files = await inSlices(readEach(folder, paths))
  return files.filter((file) => file !== undefined)
}

/** One after the other, each at once: to wait for the threads that read files takes longer than to read some hundred small ones. */
function* readEach(folder: string, paths: readonly string[]): Generator<undefined, readonly (DocumentFile | undefined)[]> {
  const files: (DocumentFile | undefined)[] = []
  for (const path of paths) {
    files.push(readSchemaFile(folder, path))
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
  const wanted = [...paths].filter((path) => isDocumentName(path) && !isOfEditors(folder, path))
  const there = wanted.filter((path) => !isLeftOut(folder, path))
  const read = new Map((await inSlices(readEach(folder, there))).map((file, index) => [there[index], file]))
  const now = new Map(wanted.map((path) => [pathBelow(folder, path), read.get(path)]))
  const known = new Set(files.map(({ path }) => path))
  const added = [...now.values()].filter((file) => file !== undefined).filter(({ path }) => !known.has(path))
  const latest = (file: DocumentFile) => (now.has(file.path) && !isSameFile(now.get(file.path), file) ? now.get(file.path) : file)
  const kept = files.map(latest).filter((file) => file !== undefined)
  return added.length === 0 ? kept : [...kept, ...added].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The schemas of the language and the names of the project, for editors: no documents, and the server itself writes there. */
const isOfEditors = (folder: string, path: string) => `${path}${sep}`.startsWith(join(folder, dirname(namesPath), sep))

/** What the watcher need not tell of. */
export const isUnwatched = (folder: string, path: string) => isOfEditors(folder, path) || isLeftOut(folder, path)

const pathBelow = (folder: string, path: string) => relative(folder, path).split(sep).join('/')

export function isSameFile(one: DocumentFile | undefined, other: DocumentFile | undefined): boolean {
  return one?.path === other?.path && one?.text === other?.text && one?.unread === other?.unread
}

/**
 * Reads one file. Nothing for what is no file: to read a folder fails, and a pipe may never end, so that no later save would be read. A file
 * that cannot be read, or is no document by its size, says so itself: whatever it is, the other documents are served.
 *
 * @param path absolute
 */
export function readSchemaFile(folder: string, path: string): DocumentFile | undefined {
  const file = { path: pathBelow(folder, path), text: '' }
  try {
    return orNothing(() => {
      const found = statSync(path)
      if (!found.isFile()) return undefined
      return found.size > readMax ? { ...file, unread: tooLarge(found.size) } : { ...file, text: readFileSync(path, 'utf8') }
    }, undefined)
  } catch (error) {
    return { ...file, unread: `讀不到這個檔案（${codeOf(error)}），請確認執行伺服器的帳號可以讀取它，或移到別處` }
  }
}

/** Above the limit of a document, so that of those which grew beyond it the text still tells their name. */
const readMax = 16 * 1024 * 1024

const codeOf = (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error))
