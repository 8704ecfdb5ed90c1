import type { OpenWrite } from '../services.ts'
import type { Options } from './knownOptions.ts'

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
export async function optionsWith(open: OpenWrite, { name, strArg, intArg, keys }: Wanted): Promise<Options> {
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
