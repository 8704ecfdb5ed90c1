import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** One file that differs from the state before. Hashes are SHA-256 of its text; null: there is no such file. */
export interface FileChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** All documents as they were accepted at one moment, told as the difference from the state before. */
export interface DocumentState {
  /** 1, 2, 3, … */
  readonly number: number
  /** ISO 8601, UTC. */
  readonly at: string
  /** Who changed the files, as far as the operating system knows. */
  readonly by: string | null
  /** The state to which `undo` went back. */
  readonly backTo?: number
  readonly files: readonly FileChange[]
}

export interface NewState {
  readonly by: string | null
  readonly at: Date
}

/** What `undo` wrote into the folder. It is a state of its own only when a server accepts it. */
export interface Intention {
  readonly backTo: number
  readonly by: string
  readonly hashes: Hashes
}

interface StoredIntention extends Omit<Intention, 'hashes'> {
  /** Of the documents that undo left behind. */
  readonly digest: string
}

/** Hashes of the texts by path. */
export type Hashes = ReadonlyMap<string, string>

interface HashedText {
  readonly text: string
  readonly hash: string
}

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/**
 * The accepted states of the documents of a folder, kept beside the data and not in the database, so that the command line reads them while
 * a server holds the embedded database. Only ever added to: a line for each state, and every text once, under its hash.
 */
export class DocumentStates {
  readonly #folder: string
  #states: readonly DocumentState[] = []
  #hashes: Hashes = new Map()
  /** Bytes of the list that were read; another process may have added since. */
  #size = -1
  /** What was hashed last for each path: all documents together are a megabyte, of which a save changes one. */
  #hashed: ReadonlyMap<string, HashedText> = new Map()

  /** @param dataDir folder of the installation's data */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'documents')
  }

  /** Oldest first. */
  async all(): Promise<readonly DocumentState[]> {
    const size = (await unlessMissing(stat(this.#list)))?.size ?? 0
    if (size === this.#size) return this.#states
    const text = size === 0 ? '' : await readFile(this.#list, 'utf8')
    // A line that was cut off by a crash is no state; the next start writes it again.
    this.#states = text.split('\n').flatMap((line) => parseLine<DocumentState>(line) ?? [])
    this.#hashes = hashesOf(this.#states)
    this.#size = size
    return this.#states
  }

  async #current(): Promise<Hashes> {
    await this.all()
    return this.#hashes
  }

  /** Tells the server that accepts these documents next where they come from. */
  async intend({ backTo, by, hashes }: Intention): Promise<void> {
    // In its place at once, so that a server never reads half of it.
    const draft = `${this.#intention}.${process.pid}`
    await writeFile(draft, JSON.stringify({ backTo, by, digest: digestOf(hashes) }))
    await rename(draft, this.#intention)
  }

  async #intended(hashes: Hashes): Promise<Pick<DocumentState, 'backTo' | 'by'> | null> {
    const text = await unlessMissing(readFile(this.#intention, 'utf8'))
    if (text === undefined) return null
    const intention = parseLine<StoredIntention>(text)
    // Of one that is damaged nobody knows what was meant; it must not hinder this state and all later ones.
    if (intention === null) await rm(this.#intention)
    if (intention?.digest !== digestOf(hashes)) return null
    const { backTo, by } = intention
    await rm(this.#intention)
    return { backTo, by }
  }

  get #intention(): string {
    return join(this.#folder, 'undo.json')
  }

  /** @returns null when nothing differs from the state before */
  async record(texts: ReadonlyMap<string, string>, { by, at }: NewState): Promise<DocumentState | null> {
    const hashes = this.#hashesOf(texts)
    const files = changesBetween(await this.#current(), hashes)
    if (files.length === 0) return null
    await mkdir(join(this.#folder, 'texts'), { recursive: true })
    for (const { path, after } of files) if (after !== null) await this.#keep(after, texts.get(path) ?? '')
    const number = (this.#states.at(-1)?.number ?? 0) + 1
    const state = { number, at: at.toISOString(), by, ...(await this.#intended(hashes)), files }
    // Begins with a line feed, so that it is whole even behind a line that was cut off.
    await appendFile(this.#list, `\n${JSON.stringify(state)}`)
    return state
  }

  #hashesOf(texts: ReadonlyMap<string, string>): Hashes {
    const known = this.#hashed
    const hashed = [...texts].map(([path, text]): readonly [string, HashedText] => {
      const one = known.get(path)
      return [path, one?.text === text ? one : { text, hash: hashOf(text) }]
    })
    this.#hashed = new Map(hashed)
    return new Map(hashed.map(([path, { hash }]) => [path, hash]))
  }

  async text(hash: string): Promise<string> {
    return (await unpack(await readFile(this.#pathOf(hash)))).toString('utf8')
  }

  get #list(): string {
    return join(this.#folder, 'states.jsonl')
  }

  #pathOf(hash: string): string {
    return join(this.#folder, 'texts', `${hash}.gz`)
  }

  async #keep(hash: string, text: string): Promise<void> {
    const path = this.#pathOf(hash)
    const isKept = await stat(path).then(
      ({ size }) => size > 0,
      () => false,
    )
    if (!isKept) await writeFile(path, await pack(text))
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function digestOf(hashes: Hashes): string {
  return hashOf(
    [...hashes]
      .map((entry) => entry.join(' '))
      .sort()
      .join('\n'),
  )
}

/** The texts after all of these states. */
export function hashesOf(states: readonly DocumentState[]): Hashes {
  const hashes = new Map<string, string>()
  for (const { path, after } of states.flatMap(({ files }) => files)) {
    if (after === null) hashes.delete(path)
    else hashes.set(path, after)
  }
  return hashes
}

/** Sorted by path. */
export function changesBetween(before: Hashes, after: Hashes): readonly FileChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((one) => one.before !== one.after)
}

/** What this module wrote; null when it was cut off. */
function parseLine<Written>(line: string): Written | null {
  try {
    return JSON.parse(line) as Written
  } catch {
    return null
  }
}

/** Undefined when there is no such file. Any other failure is thrown: a list that cannot be read now is not an empty one. */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
