import type { DictionaryChoice } from '../services.ts'
import type { Write } from '../write.ts'

/** Options by key that were found earlier in the same transaction, by user, dictionary and arguments. */
export type KnownOptions = Map<string, ReadonlyMap<string, DictionaryChoice>>

interface Wanted {
  readonly name: string
  readonly strArg?: string | undefined
  readonly intArg?: number | undefined
  readonly keys: readonly string[]
}

/**
 * The options of a dictionary as this actor may see them. A call that writes many records asks once for all of them, unless an earlier one
 * may have added what is wanted now.
 */
export async function optionsWith(open: Write, { name, strArg, intArg, keys }: Wanted): Promise<ReadonlyMap<string, DictionaryChoice>> {
  const { services, call } = open.prepared
  // People see different options.
  const question = JSON.stringify([call.actor.id, name, strArg ?? null, intArg ?? null])
  const known = call.knownOptions?.get(question)
  if (known !== undefined && keys.every((key) => known.has(key))) return known
  const { actor } = call
  const args = { db: open.trx, actor, ...(strArg !== undefined && { strArg }), ...(intArg !== undefined && { intArg }) }
  const options = await services.findOptions(name, args)
  if (!options) throw new Error(`there is no dictionary ${name}`)
  const found = new Map(options.map((option) => [option.key, option]))
  call.knownOptions?.set(question, found)
  return found
}
