import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { DocumentFile } from '../../language/check/checkDocuments.ts'

/** Reads all JSON files in the folder of the documents, by path. A file that disappears meanwhile is left out. */
export async function readSchemaFiles(folder: string): Promise<readonly DocumentFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json')).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(paths.sort().map((path) => readOne(folder, path)))
  return files.filter((file) => file !== undefined)
}

async function readOne(folder: string, path: string): Promise<DocumentFile | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    return { path: relative(folder, path).split(sep).join('/'), text }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'
}
