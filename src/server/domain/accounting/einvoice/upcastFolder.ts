import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { MessageCode } from './messages.ts'

/** Subfolders of Turnkey: where it takes files from, and where it moves accepted and refused ones. */
const places = { source: 'SRC', accepted: 'BAK', refused: 'ERR' } as const
const reasonLengthMax = 200

const folderOf = (upcast: string, code: MessageCode) => join(upcast, 'B2SSTORAGE', code)

/**
 * Puts a file where Turnkey takes it. The file appears complete or not at all. A file that exists already, or that Turnkey has moved on, is
 * left unchanged.
 *
 * @param upcast folder that has to exist. It is never created, because a missing folder means that the volume is not mounted.
 */
export async function placeFile(upcast: string, code: MessageCode, { fileName, xml }: { fileName: string; xml: string }): Promise<void> {
  await stat(upcast)
  const folder = folderOf(upcast, code)
  const source = join(folder, places.source)
  await mkdir(source, { recursive: true })
  const [waiting, accepted, refused] = await Promise.all(Object.values(places).map((place) => listFiles(join(folder, place))))
  if ([waiting, accepted, refused].some((files) => files?.has(fileName))) return
  // The temporary file is outside SRC, where Turnkey does not look, and on the same file system, so that the rename is atomic.
  const temporary = join(folder, `.${fileName}.${randomUUID()}`)
  const file = await open(temporary, 'wx')
  try {
    await file.writeFile(xml, 'utf8')
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(source, fileName))
}

/** Results of files by file name. Files that Turnkey has not moved yet are left out. */
export interface UploadResults {
  readonly accepted: ReadonlySet<string>
  /** The reason of the refusal, from the file beside it; null when there is none. */
  readonly refused: ReadonlyMap<string, string | null>
}

/** @param names of the files that were placed for this message */
export async function readResults(upcast: string, code: MessageCode, names: readonly string[]): Promise<UploadResults> {
  const folder = folderOf(upcast, code)
  const accepted = await listFiles(join(folder, places.accepted))
  const errors = await listFiles(join(folder, places.refused))
  const refused = new Map<string, string | null>()
  for (const name of names) if (errors.has(name)) refused.set(name, await readReason(name, errors))
  return { accepted: new Set(names.filter((name) => accepted.has(name))), refused }
}

/** Names and paths of all files in a folder and its subfolders; empty when the folder does not exist. */
async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return new Map(entries.filter((entry) => entry.isFile()).map((entry) => [entry.name, join(entry.parentPath, entry.name)]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}

/** Reads the reason of a refusal, as one line: the text file with the same name and another extension. */
async function readReason(name: string, errors: ReadonlyMap<string, string>): Promise<string | null> {
  const stem = basename(name, '.xml')
  const beside = [...errors.keys()].find(
    (other) => other !== name && (other === `${name}${extname(other)}` || basename(other, extname(other)) === stem),
  )
  const path = beside === undefined ? undefined : errors.get(beside)
  if (path === undefined) return null
  const text = (await readFile(path, 'utf8')).replace(/\s+/g, ' ').trim()
  return [...text].slice(0, reasonLengthMax).join('') || null
}
