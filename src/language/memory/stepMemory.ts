import { type Reads, sameReads, trackReads } from './reads.ts'

type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>

/**
 * What a step asked of a collection of its world, and what it was answered. `keys`: it went through all keys, `all`: through the whole
 * collection.
 */
interface Question {
  readonly member: string
  readonly way: 'get' | 'has' | 'keys' | 'all'
  readonly key: unknown
  readonly answer: unknown
  /** What it read of the answer; unset when it was given the answer itself. */
  readonly reads?: Reads
}

interface Kept<Result> {
  readonly inputs: readonly unknown[]
  readonly questions: readonly Question[]
  readonly result: Result
}

/**
 * Remembers what one step found for each document, on what inputs, and what it asked of the other documents meanwhile. As long as all of
 * that is the same, the step need not be done again: a saved file costs what it touches, not what there is.
 */
export class StepMemory<World extends object, Result> {
  readonly #kept = new Map<string, Kept<Result>>()
  readonly #deep: ReadonlySet<string>

  /** @param deep collections of documents of which a step reads only some members: a change of the others does not concern it */
  constructor(deep: readonly (string & keyof World)[] = []) {
    this.#deep = new Set(deep)
  }

  /**
   * The result of `work`, from memory if it would be the same.
   *
   * @param path   of the document
   * @param inputs what `work` reads besides the world; compared by identity
   * @param world  collections of names that are watched while `work` reads them, and so are the documents in those of `deep`. All other
   *               members have to stay the same objects.
   * @param work   also gets the former result, to return parts of it that did not change
   */
  recall(path: string, inputs: readonly unknown[], world: World, work: (world: World, former?: Result) => Result): Result {
    const kept = this.#kept.get(path)
    if (kept !== undefined && sameList(kept.inputs, inputs) && kept.questions.every((one) => isAnsweredAlike(one, world)))
      return kept.result
    const questions = new Map<string, Question>()
    const result = work(watched(world, questions, this.#deep), kept?.result)
    this.#kept.set(path, { inputs, questions: [...questions.values()], result })
    return result
  }

  /** Forgets documents that no longer exist. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#kept.keys()) if (!paths.has(path)) this.#kept.delete(path)
  }
}

function isAnsweredAlike({ member, way, key, answer, reads }: Question, world: object): boolean {
  const collection = (world as Readonly<Record<string, Collection>>)[member] as Collection
  if (way === 'has') return collection.has(key) === answer
  if (way === 'all') return sameMembers(collection, answer as Collection)
  if (way === 'keys') return collection === answer || sameList([...collection.keys()], [...(answer as Collection).keys()])
  const now = (collection as ReadonlyMap<unknown, unknown>).get(key)
  if (now === answer) return true
  if (reads !== undefined) return sameReads(reads, now)
  return Array.isArray(now) && Array.isArray(answer) && sameList(now, answer)
}

function sameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left === right || (left.length === right.length && left.every((one, index) => one === right[index]))
}

function sameMembers(left: Collection, right: Collection): boolean {
  if (left === right) return true
  if (left.size !== right.size) return false
  // Their order counts too, because suggestions follow it.
  const others = right.entries()
  for (const [key, value] of left.entries()) {
    const [otherKey, other] = others.next().value as [unknown, unknown]
    if (key !== otherKey || value !== other) return false
  }
  return true
}

/** The same world, with collections that write down what they are asked. */
function watched<World extends object>(world: World, questions: Map<string, Question>, deep: ReadonlySet<string>): World {
  const entries = Object.entries(world).map(([member, value]) => {
    const note = ({ way, key, answer }: Asked): unknown => {
      const name = `${member} ${way} ${String(key)}`
      const known = questions.get(name)
      if (known !== undefined) return known.reads?.tracked ?? answer
      const reads = way === 'get' && deep.has(member) ? trackReads(answer) : undefined
      questions.set(name, { member, way, key, answer, ...(reads && { reads }) })
      return reads?.tracked ?? answer
    }
    if (value instanceof Map) return [member, new WatchedMap(value, note)] as const
    return [member, value instanceof Set ? new WatchedSet(value, note) : value] as const
  })
  return Object.fromEntries(entries) as World
}

type Asked = Pick<Question, 'way' | 'key' | 'answer'>

/** @returns what the step is given for an answer */
type Note = (asked: Asked) => unknown

/** What maps and sets have in common. */
class WatchedSet<Key, Value = Key, All extends ReadonlyMap<Key, Value> | ReadonlySet<Key> = ReadonlySet<Key>> {
  protected readonly all: All
  protected readonly note: Note

  constructor(all: All, note: Note) {
    this.all = all
    this.note = note
  }

  has(key: Key): boolean {
    const isThere = this.all.has(key)
    this.note({ way: 'has', key, answer: isThere })
    return isThere
  }

  get size(): number {
    return this.whole('keys').size
  }

  keys(): IterableIterator<Key> {
    return this.whole('keys').keys()
  }

  values(): ReturnType<All['values']> {
    return this.whole('all').values() as ReturnType<All['values']>
  }

  entries(): ReturnType<All['entries']> {
    return this.whole('all').entries() as ReturnType<All['entries']>
  }

  forEach(each: Parameters<All['forEach']>[0]): void {
    this.whole('all').forEach(each as never)
  }

  [Symbol.iterator](): IterableIterator<unknown> {
    return this.whole('all')[Symbol.iterator]()
  }

  protected whole(way: 'keys' | 'all'): All {
    this.note({ way, key: '', answer: this.all })
    return this.all
  }
}

class WatchedMap<Key, Value> extends WatchedSet<Key, Value, ReadonlyMap<Key, Value>> {
  get(key: Key): Value | undefined {
    return this.note({ way: 'get', key, answer: this.all.get(key) }) as Value | undefined
  }
}
