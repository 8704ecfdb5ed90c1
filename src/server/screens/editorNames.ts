import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog } from '../../language/catalog.ts'
import type { Known } from '../../language/check/known.ts'
import { namesPath, namesSchema } from '../../language/editor/namesSchema.ts'

/** Editors need the names a moment later; the one who saved waits for the screen first, and often saves again. */
const laterMs = 1000

/**
 * Keeps the names of the project beside the schemas of the language, so that editors know what somebody has just saved. A folder that cannot
 * be written, or has no `language`, is left as it is.
 */
export class EditorNamesFile {
  readonly #path: string
  readonly #known: Known
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: string, known: Known) {
    this.#path = join(folder, namesPath)
    this.#known = known
  }

  /** Writes them soon, when they are other ones. */
  follow(catalog: () => Catalog): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#writing = this.#writing.then(async () => void (await writeNames(this.#path, catalog(), this.#known))).catch(() => undefined)
    }, laterMs)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
  }
}

/** @returns whether the file had to be written */
export async function writeNames(path: string, catalog: Catalog, known: Known): Promise<boolean> {
  const text = namesSchema({ ...catalog, screens: catalog.screenDocuments, known })
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return false
  // An editor never reads half a file.
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
  return true
}
