import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CatalogFile } from '../../language/catalog/catalog.ts'
import type { CheckResult } from '../../language/check/checkDocuments.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { checkedFiles } from '../../language/check/checkedFiles.ts'

/** The texts are not kept, because who asks has them. */
type KeptFile = Omit<CatalogFile, 'text' | 'origin'>

interface Kept {
  readonly files: ReadonlyMap<string, KeptFile>
  readonly result: CheckResult
}

const hashBytes = 32

/**
 * The result of the last check, kept beside the data: a start with the same documents and the same code takes it over, because checking
 * all of them takes longer than anything else that a start does. It is found by the contents from which it was made, so nothing has to
 * declare it outdated. A file that is missing, damaged or of something else is no result.
 */
export class KeptCheck {
  readonly #path: string
  readonly #code: string
  #read: Promise<Buffer | null> | undefined
  #recalled: { readonly key: string; readonly result: CheckResult } | undefined

  /**
   * @param dataDir folder of the installation's data
   * @param code    hash of the code that checks
   */
  constructor(dataDir: string, code: string) {
    this.#path = join(dataDir, 'documents', 'check.bin')
    this.#code = code
  }

  /** What a check of these files found. Its catalog does not know which part of a document was taken from elsewhere. Null: not kept. */
  async recall(files: readonly DocumentFile[]): Promise<CheckResult | null> {
    const key = this.#keyOf(files)
    if (this.#recalled?.key === key.toString('hex')) return this.#recalled.result
    this.#read ??= readFile(this.#path).then(wholeContent, () => null)
    const content = await this.#read
    if (content === null || !content.subarray(0, hashBytes).equals(key)) return null
    const result = restored(deserialize(content.subarray(hashBytes)) as Kept, files)
    this.#recalled = { key: key.toString('hex'), result }
    return result
  }

  /**
   * Keeps what a check of these files found, unless it is kept already, and forgets what was recalled. Where that fails, the next start
   * only takes longer.
   */
  async keep(files: readonly DocumentFile[], result: CheckResult): Promise<void> {
    this.#read = undefined
    this.#recalled = undefined
    const key = this.#keyOf(files)
    const former = await readFile(this.#path).then(wholeContent, () => null)
    if (former?.subarray(0, hashBytes).equals(key)) return
    const unfinished = `${this.#path}.${process.pid}`
    try {
      const content = Buffer.concat([key, serialize(withoutTexts(result))])
      await mkdir(dirname(this.#path), { recursive: true })
      await writeFile(unfinished, Buffer.concat([hashOf(content), content]), { mode: 0o600 })
      await rename(unfinished, this.#path)
    } catch {
      await rm(unfinished, { force: true }).catch(() => undefined)
    }
  }

  #keyOf(files: readonly DocumentFile[]): Buffer {
    const hash = createHash('sha256').update(`${this.#code}\0${process.version}`)
    for (const { path, text, unread = '' } of checkedFiles(files)) hash.update(`\0${path}\0${unread}\0${text.length}\0`).update(text)
    return hash.digest()
  }
}

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest()

/** The content behind its hash; null for what was cut off or changed. */
function wholeContent(file: Buffer): Buffer | null {
  const content = file.subarray(hashBytes)
  return hashOf(content).equals(file.subarray(0, hashBytes)) ? content : null
}

function withoutTexts({ catalog, diagnostics }: CheckResult): Kept {
  const files = [...catalog.files].map(([path, { text: _text, origin: _origin, ...file }]) => [path, file] as const)
  return { files: new Map(files), result: { catalog: { ...catalog, files: new Map() }, diagnostics } }
}

function restored({ files, result: { catalog, diagnostics } }: Kept, given: readonly DocumentFile[]): CheckResult {
  const texts = new Map(given.map(({ path, text }) => [path, text]))
  const whole = [...files].map(([path, file]) => [path, { ...file, text: texts.get(path) ?? '' }] as const)
  return { catalog: { ...catalog, files: new Map(whole) }, diagnostics }
}
