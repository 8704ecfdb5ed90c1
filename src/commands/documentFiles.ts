import { join } from 'node:path'
import type { DocumentFile } from '../language/check/checkedFiles.ts'
import { namesPath } from '../language/editor/namesSchema.ts'
import { documentPaths } from '../server/screens/documentPaths.ts'
import { readSchemaFile } from '../server/screens/schemaFiles.ts'

/**
 * Reads every file in a folder that the server would read, and the schemas of the language, but not the one that is written for editors.
 * Sorted by path. Paths are relative to the folder, with forward slashes.
 */
export function readDocumentFiles(folder: string): readonly DocumentFile[] {
  const paths = documentPaths(folder).filter((path) => path !== join(folder, namesPath))
  return paths.flatMap((path) => readSchemaFile(folder, path) ?? [])
}
