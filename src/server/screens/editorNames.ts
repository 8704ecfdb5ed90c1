import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog } from '../../language/catalog/catalog.ts'
import type { Known } from '../../language/catalog/known.ts'
import { namesPath, namesSchema } from '../../language/editor/namesSchema.ts'

/** Editors need the names a moment later; the one who saved waits for the screen first, and often saves again. */
const laterMs = 1000

/**
 * Keeps the names of the project beside the schemas of the language, so that editors know what somebody has just saved. A folder that cannot
 * be written, or has no `language`, is left as it is; that is told once, not with every save.
 */
export class EditorNamesFile {
  readonly #path: string
  readonly #known: Known
  readonly #tell: (error: unknown) => void
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  /** What this process wrote last, or found to be there. */
  #written: readonly Uint8Array[] = []

  /** @param tell called with the first failure, and with the first one after a file was written */
  constructor(folder: string, known: Known, tell: (error: unknown) => void) {
    this.#path = join(folder, namesPath)
    this.#known = known
    this.#tell = tell
  }

  /** Writes them soon, when they are other ones. */
  follow(catalog: () => Catalog): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#writing = this.#writing.then(() => this.#write(namesOf(catalog(), this.#known))).catch((error) => this.#fail(error))
    }, laterMs)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
  }

  async #write(names: readonly Uint8Array[]): Promise<void> {
    if (this.#written.length === 0) await writeIfOther(this.#path, names)
    else if (!isSame(this.#written, names)) await write(this.#path, names)
    this.#written = names
    this.#hasFailed = false
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) this.#tell(error)
    this.#hasFailed = true
  }
}

/** @returns whether the file had to be written */
export function writeNames(path: string, catalog: Catalog, known: Known): Promise<boolean> {
  return writeIfOther(path, namesOf(catalog, known))
}

const namesOf = (catalog: Catalog, known: Known) => namesSchema({ ...catalog, screens: catalog.screenDocuments, known })

function isSame(written: readonly Uint8Array[], names: readonly Uint8Array[]): boolean {
  const isSamePart = (part: Uint8Array, index: number) => part === written[index] || Buffer.compare(part, written[index] ?? nothing) === 0
  return names.length === written.length && names.every(isSamePart)
}

const nothing = new Uint8Array()

async function writeIfOther(path: string, names: readonly Uint8Array[]): Promise<boolean> {
  if ((await readFile(path).catch(() => null))?.equals(Buffer.concat(names))) return false
  await write(path, names)
  return true
}

async function write(path: string, names: readonly Uint8Array[]): Promise<void> {
  // An editor never reads half a file.
  const draft = `${path}.${process.pid}`
  try {
    await writeParts(draft, names)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes parts in one go, without a copy of all of them. */
async function writeParts(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w')
  try {
    const { bytesWritten } = await file.writev(parts)
    if (bytesWritten < parts.reduce((sum, { length }) => sum + length, 0)) throw new Error(`${path} has no room`)
  } finally {
    await file.close()
  }
}
