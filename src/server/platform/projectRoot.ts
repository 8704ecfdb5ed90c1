import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findUp(start: string, fileName: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, fileName))) return folder
    if (folder === dirname(folder)) throw new Error(`${fileName} not found above ${start}`)
  }
}

/**
 * Absolute path of the folder with package.json. Files read at run time (migrations, screen documents, the database worker) are located
 * from here, because the server runs from `src` in development and from `dist/server` when built.
 */
export const projectRoot: string = findUp(dirname(fileURLToPath(import.meta.url)), 'package.json')
