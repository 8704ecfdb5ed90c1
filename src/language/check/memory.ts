type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>

/** What a step asked of a collection of its world, and what it was answered. `all`: it went through the whole collection. */
interface Question {
  readonly member: string
  readonly way: 'get' | 'has' | 'all'
  readonly key: unknown
  readonly answer: unknown
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

  /**
   * The result of `work`, from memory if it would be the same.
   *
   * @param path   of the document
   * @param inputs what `work` reads besides the world; compared by identity
   * @param world  collections of names that are watched while `work` reads them. All other members have to stay the same objects.
   * @param work   also gets the former result, to return parts of it that did not change
   */
  recall(path: string, inputs: readonly unknown[], world: World, work: (world: World, former?: Result) => Result): Result {
    const kept = this.#kept.get(path)
    if (kept !== undefined && sameList(kept.inputs, inputs) && kept.questions.every((one) => isAnsweredAlike(one, world)))
      return kept.result
    const questions = new Map<string, Question>()
    const result = work(watched(world, questions), kept?.result)
    this.#kept.set(path, { inputs, questions: [...questions.values()], result })
    return result
  }

  /** Forgets documents that no longer exist. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#kept.keys()) if (!paths.has(path)) this.#kept.delete(path)
  }
}

function isAnsweredAlike({ member, way, key, answer }: Question, world: object): boolean {
  const collection = (world as Readonly<Record<string, Collection>>)[member] as Collection
  if (way === 'has') return collection.has(key) === answer
  if (way === 'all') return sameMembers(collection, answer as Collection)
  const now = (collection as ReadonlyMap<unknown, unknown>).get(key)
  return now === answer || (Array.isArray(now) && Array.isArray(answer) && sameList(now, answer))
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
function watched<World extends object>(world: World, questions: Map<string, Question>): World {
  const entries = Object.entries(world).map(([member, value]) => {
    const note = (way: Question['way'], key: unknown, answer: unknown): void => {
      questions.set(`${member} ${way} ${String(key)}`, { member, way, key, answer })
    }
    if (value instanceof Map) return [member, new WatchedMap(value, note)] as const
    return [member, value instanceof Set ? new WatchedSet(value, note) : value] as const
  })
  return Object.fromEntries(entries) as World
}

type Note = (way: Question['way'], key: unknown, answer: unknown) => void

class WatchedMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly #map: ReadonlyMap<Key, Value>
  readonly #note: Note

  constructor(map: ReadonlyMap<Key, Value>, note: Note) {
    this.#map = map
    this.#note = note
  }

  get(key: Key): Value | undefined {
    const value = this.#map.get(key)
    this.#note('get', key, value)
    return value
  }

  has(key: Key): boolean {
    const isThere = this.#map.has(key)
    this.#note('has', key, isThere)
    return isThere
  }

  get size(): number {
    return this.#whole().size
  }

  keys() {
    return this.#whole().keys()
  }

  values() {
    return this.#whole().values()
  }

  entries() {
    return this.#whole().entries()
  }

  forEach(each: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    this.#whole().forEach(each)
  }

  [Symbol.iterator]() {
    return this.entries()
  }

  #whole(): ReadonlyMap<Key, Value> {
    this.#note('all', '', this.#map)
    return this.#map
  }
}

class WatchedSet<Value> implements Pick<ReadonlySet<Value>, 'has' | 'size' | 'keys' | 'values' | 'entries' | 'forEach'> {
  readonly #set: ReadonlySet<Value>
  readonly #note: Note

  constructor(set: ReadonlySet<Value>, note: Note) {
    this.#set = set
    this.#note = note
  }

  has(value: Value): boolean {
    const isThere = this.#set.has(value)
    this.#note('has', value, isThere)
    return isThere
  }

  get size(): number {
    return this.#whole().size
  }

  keys() {
    return this.#whole().keys()
  }

  values() {
    return this.#whole().values()
  }

  entries() {
    return this.#whole().entries()
  }

  forEach(each: (value: Value, again: Value, set: ReadonlySet<Value>) => void): void {
    this.#whole().forEach(each)
  }

  [Symbol.iterator]() {
    return this.values()
  }

  #whole(): ReadonlySet<Value> {
    this.#note('all', '', this.#set)
    return this.#set
  }
}
