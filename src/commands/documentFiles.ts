import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFile } from '../language/check/checkDocuments.ts'

/** Every JSON file below a folder, by its path from there with forward slashes, in the order of the paths. */
export function readDocumentFiles(folder: string): readonly DocumentFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  return paths.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
