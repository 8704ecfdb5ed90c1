import type { DictionaryChoice } from '../services.ts'
import type { Write } from '../write/write.ts'

type Options = ReadonlyMap<string, DictionaryChoice>

interface Answer {
  readonly options: Options
  /** `writes` of {@link KnownOptions} when it was given. */
  readonly writes: number
}

/** Options that were found in one transaction, for the many records that it writes. */
export interface KnownOptions {
  /** By user, dictionary and arguments. */
  readonly answers: Map<string, Answer>
  /** How many records were written: each may have added an option. */
  writes: number
}

export function createKnownOptions(): KnownOptions {
  return { answers: new Map(), writes: 0 }
}

/** A record is about to be written, or was. */
export function noteWrite(known: KnownOptions | undefined): void {
  if (known) known.writes += 1
}

/**
 * Runs work that is undone when it fails, in a savepoint of its own. What it had written is then no option any more, so nothing that was
 * found meanwhile is known.
 */
export async function forgettingUndone<T>(known: KnownOptions | undefined, work: () => Promise<T>): Promise<T> {
  const before = known?.writes
  try {
    return await work()
  } catch (error) {
    if (known?.writes !== before) known?.answers.clear()
    throw error
  }
}

interface Wanted {
  readonly name: string
  readonly strArg?: string | undefined
  readonly intArg?: number | undefined
  readonly keys: readonly string[]
}

/**
 * The options of a dictionary as this actor may see them. A call that writes many records asks once for all of them, and again for what was
 * none when one that was written since may have added it.
 */
export async function optionsWith(open: Write, { name, strArg, intArg, keys }: Wanted): Promise<Options> {
  const { services, call } = open.prepared
  // People see different options.
  const question = JSON.stringify([call.actor.id, name, strArg ?? null, intArg ?? null])
  const known = call.knownOptions
  const answer = known?.answers.get(question)
  if (answer && (answer.writes === known?.writes || keys.every((key) => answer.options.has(key)))) return answer.options
  const { actor } = call
  const args = { db: open.trx, actor, ...(strArg !== undefined && { strArg }), ...(intArg !== undefined && { intArg }) }
  const options = await services.findOptions(name, args)
  if (!options) throw new Error(`there is no dictionary ${name}`)
  const found = new Map(options.map((option) => [option.key, option]))
  known?.answers.set(question, { options: found, writes: known.writes })
  return found
}
