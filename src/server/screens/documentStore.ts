import { isDeepStrictEqual } from 'node:util'
import { type FSWatcher, watch } from 'chokidar'
import { type Catalog, emptyCatalog } from '../../language/catalog/catalog.ts'
import type { Known } from '../../language/catalog/known.ts'
import { LinkMemory, mergeCatalog } from '../../language/catalog/mergeCatalog.ts'
import type { CheckResult } from '../../language/check/checkDocuments.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { dashboardsOf } from '../../language/dashboard/resolve.ts'
import type { Diagnostic } from '../../language/findings/diagnostic.ts'
import { checkInSlices } from './checkInSlices.ts'
import type { DocumentChange } from './documents.ts'
import type { KeptCheck } from './keptCheck.ts'
import { isSameFile, isUnwatched, readSchemaFiles, rereadSchemaFiles } from './schemaFiles.ts'

interface StoreOptions {
  /** Names defined by code that documents may use. */
  readonly known: Known
  readonly folder: string
  /** What an earlier run found, which this one takes over until {@link DocumentStore.checkAgain}; default: nothing is taken over. */
  readonly kept?: KeptCheck | undefined
  /** Findings about a catalog that only the server can make. The files that they name count as broken. */
  readonly inspect?: (catalog: Catalog) => readonly Diagnostic[]
  /** Findings about a change that takes something away from stored records, such as an option in use. */
  readonly inspectChange?: (before: Catalog, after: Catalog) => Promise<readonly Diagnostic[]>
  /** Moves what is stored to where the next catalog looks for it, before that takes effect. When it fails, the catalog in use stays. */
  readonly carryOut?: (before: Catalog, next: Catalog) => Promise<void>
  /** Stores an accepted catalog for the next start; `before` is the one that was stored last by this process. A failure is logged and does not stop the documents from being served. */
  readonly save: (catalog: Catalog, before: Catalog | null) => Promise<void>
  readonly reportFailure: (error: unknown) => void
  /** A file that was read half written is read again after this many milliseconds, before anybody is told that it is broken. */
  readonly unfinishedMs?: number
  /** What could not be accepted or read is tried again after this many milliseconds. */
  readonly retryMs?: number
}

/** Waits this long for further changes before reading a file, because an editor saves a file in several steps. */
const settleMs = 20

/**
 * The watcher leaves out what happens to a file within 50 ms of an earlier change. After this, the file is read once more without being
 * told, so that nothing is missed.
 */
const secondLookMs = 80

/** A change that could not be accepted, such as while the database is away, or a file that could not be read, is tried again after this. */
const retryMs = 10_000

/** The documents on disk: checked, merged with the last good versions, and watched for changes. */
export class DocumentStore {
  readonly #options: StoreOptions
  readonly #listeners = new Set<(change: DocumentChange) => void>()
  readonly #links = new LinkMemory()
  #catalog: Catalog = emptyCatalog
  #diagnostics: readonly Diagnostic[] = []
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #files: readonly DocumentFile[] = []
  /** Whether these files are what is served: a database that was away may have kept them from it. */
  #isAccepted = false
  #saved: Catalog | null = null
  /** Absolute paths of the files that changed since they were read. */
  #changed = new Set<string>()
  /** Those that changed a moment ago. */
  #unsure = new Set<string>()
  #secondLook: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #loading: Promise<void> = Promise.resolve()
  #isRecalling = true

  constructor(options: StoreOptions) {
    this.#options = options
  }

  get catalog(): Catalog {
    return this.#catalog
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics
  }

  onChange(listener: (change: DocumentChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param snapshots last good versions of an earlier run; those that are no longer valid are left out */
  async start(snapshots: readonly DocumentFile[]): Promise<void> {
    this.#catalog = (await this.#check(snapshots)).catalog
    await this.reload()
  }

  /**
   * Checks what the start took over from an earlier run, so that a save costs only what it touches, and keeps the result for the next
   * start. To be called when people no longer wait for the start.
   */
  async checkAgain(): Promise<void> {
    this.#isRecalling = false
    await this.reload()
    const files = this.#files
    await this.#options.kept?.keep(files, await checkInSlices(files, this.#options.known))
  }

  /** Reads all documents again; concurrent calls run one after the other. */
  reload(): Promise<void> {
    return this.#inTurn(async () => this.#accept(await readSchemaFiles(this.#options.folder)))
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#loading = this.#loading.then(work).catch((error: unknown) => {
      this.#options.reportFailure(error)
      // Only reading the files can tell what is still to be accepted; a database that was away may be back by then.
      this.#retryLater()
    })
    return this.#loading
  }

  #retryLater(): void {
    clearTimeout(this.#retry)
    if (this.#watcher) this.#retry = setTimeout(() => void this.reload(), this.#options.retryMs ?? retryMs)
  }

  /** Resolves when changes from now on are noticed. */
  async watch(): Promise<void> {
    const { folder } = this.#options
    const watcher = watch(folder, { ignoreInitial: true, ignored: (path) => isUnwatched(folder, path) })
    this.#watcher = watcher
    watcher.on('all', (_event, path) => {
      this.#changed.add(path)
      this.#schedule(settleMs, true)
      this.#lookAgain(path)
    })
    watcher.on('error', (error) => {
      this.#options.reportFailure(error)
      void this.reload()
    })
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
    // What was saved between the first reading and this moment told nobody.
    await this.#inTurn(async () => {
      const files = await readSchemaFiles(folder)
      if (!this.#isAccepted || !sameFiles(files, this.#files)) await this.#accept(files)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#secondLook)
    clearTimeout(this.#retry)
    const watcher = this.#watcher
    this.#watcher = undefined
    await watcher?.close()
    await this.#loading
  }

  #lookAgain(path: string): void {
    this.#unsure.add(path)
    clearTimeout(this.#secondLook)
    this.#secondLook = setTimeout(() => {
      for (const one of this.#unsure) this.#changed.add(one)
      this.#unsure = new Set()
      this.#schedule(0, true)
    }, secondLookMs)
  }

  #schedule(delayMs: number, mayWait: boolean): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#inTurn(() => this.#readChanged(mayWait)), delayMs)
  }

  /** @param mayWait false when the files were given time already */
  async #readChanged(mayWait: boolean): Promise<void> {
    const paths = this.#changed
    this.#changed = new Set()
    const files = await rereadSchemaFiles(this.#options.folder, this.#files, paths)
    const known = new Set(this.#files)
    if (files.length === known.size && files.every((file) => known.has(file))) return
    if (!mayWait || files.every((file) => known.has(file) || file.unread !== undefined || isJson(file.text))) return this.#accept(files)
    for (const path of paths) this.#changed.add(path)
    this.#schedule(this.#options.unfinishedMs ?? 100, false)
  }

  async #accept(files: readonly DocumentFile[]): Promise<void> {
    this.#files = files
    this.#isAccepted = false
    const checked = await this.#check(files)
    const lost = (await this.#options.inspectChange?.(this.#catalog, checked.catalog)) ?? []
    const { catalog, diagnostics } = withFindings(checked, lost)
    const merged = mergeCatalog(this.#catalog, catalog, this.#links)
    const change = changeOf(this.#catalog, merged, diagnostics.length)
    const isSame = change.screens.length === 0 && change.dashboards.length === 0 && !change.menu && sameTexts(this.#catalog, merged)
    if (!isSame) await this.#options.carryOut?.(this.#catalog, merged)
    const isQuiet = isSame && JSON.stringify(diagnostics) === JSON.stringify(this.#diagnostics)
    this.#catalog = merged
    this.#diagnostics = diagnostics
    if (!isQuiet) for (const listener of this.#listeners) listener(change)
    if (!isSame) {
      await this.#options.save(merged, this.#saved)
      this.#saved = merged
    }
    this.#isAccepted = true
    // Nobody is told when somebody gives the right to read a file.
    if (files.some(({ unread }) => unread !== undefined)) this.#retryLater()
  }

  async #check(files: readonly DocumentFile[]): Promise<CheckResult> {
    const inspect = ({ catalog }: CheckResult) => this.#options.inspect?.(catalog) ?? []
    const kept = this.#isRecalling ? await this.#options.kept?.recall(files) : null
    // Only a check of now knows the places for further findings.
    if (kept && inspect(kept).length === 0) return kept
    const checked = await checkInSlices(files, this.#options.known)
    return withFindings(checked, inspect(checked))
  }
}

function sameFiles(files: readonly DocumentFile[], others: readonly DocumentFile[]): boolean {
  return files.length === others.length && files.every((file, index) => isSameFile(file, others[index]))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function withFindings({ catalog, diagnostics }: CheckResult, further: readonly Diagnostic[]): CheckResult {
  if (further.length === 0) return { catalog, diagnostics }
  return { catalog: withoutFiles(catalog, new Set(further.map((one) => one.file))), diagnostics: [...diagnostics, ...further] }
}

/** The catalog without these broken files: their documents, and the screens of their entities, are not served. */
function withoutFiles(catalog: Catalog, paths: ReadonlySet<string>): Catalog {
  const names = new Set([...paths].map((path) => catalog.files.get(path)?.name))
  const screens = [...catalog.screens].filter(([, screen]) => {
    const entities = [screen.entity.name, ...Object.values(screen.children).map((child) => child.entity)]
    return !entities.some((entity) => names.has(entity))
  })
  const kept = new Set(screens.map(([uri]) => uri))
  const lost = [...catalog.files].filter(([path, file]) => paths.has(path) || (file.kind === 'screen' && !kept.has(file.name)))
  const broken = new Set([...catalog.broken, ...lost.map(([path]) => path)])
  return {
    ...catalog,
    entities: new Map([...catalog.entities].filter(([name]) => !names.has(name))),
    dictionaries: new Map([...catalog.dictionaries].filter(([name]) => !names.has(name))),
    screens: new Map(screens),
    files: new Map([...catalog.files].filter(([path]) => !broken.has(path))),
    broken,
  }
}

function changeOf(before: Catalog, after: Catalog, diagnosticCount: number): DocumentChange {
  const uris = new Set([...before.screens.keys(), ...after.screens.keys()])
  const screens = [...uris]
    .filter((uri) => before.screens.get(uri)?.hash !== after.screens.get(uri)?.hash)
    .map((uri) => ({ uri, hash: after.screens.get(uri)?.hash ?? null }))
  return {
    screens,
    dashboards: changedDashboards(before, after),
    dictionaries: changedDictionaries(before, after),
    menu: menuText(before) !== menuText(after),
    diagnosticCount,
  }
}

function changedDashboards(before: Catalog, after: Catalog): readonly string[] {
  const [old, next] = [dashboardsOf(before), dashboardsOf(after)]
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name)?.hash !== next.get(name)?.hash)
}

function changedDictionaries({ dictionaries: old }: Catalog, { dictionaries: next }: Catalog): readonly string[] {
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => !isDeepStrictEqual(old.get(name), next.get(name)))
}

/** The parts of a catalog from which the side menu is made. */
function menuText({ menu, screens }: Catalog): string {
  return JSON.stringify([menu, [...screens.values()].map(({ uri, title, icon, resource }) => [uri, title, icon, resource])])
}

function sameTexts(before: Catalog, after: Catalog): boolean {
  return before.files.size === after.files.size && [...after.files].every(([path, file]) => before.files.get(path)?.text === file.text)
}
