import type { Property } from '../../../language/documents/entity.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { PreparedCall, RenamedParts } from '../services.ts'
import { historyText, keysIn } from './historyText.ts'

/** A value stored in the history, and its field; undefined when the document no longer has the field. */
export interface KeptValue {
  readonly property: Property | undefined
  readonly kept: string | null
}

export type FindLabels = (dictionary: string, db: Executor, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Labels of stored keys as this reader may see them: also those that are not offered any more, where the application knows them. */
export function labelFinder({ call, services }: Pick<PreparedCall, 'call' | 'services'>): FindLabels {
  const offered: FindLabels = async (name, db) =>
    new Map((await services.findOptions(name, { db, actor: call.actor }))?.map((option) => [option.key, option.value]))
  const find: FindLabels = async (name, db, keys) => (await services.findLabels?.(name, db, keys, call.actor)) ?? offered(name, db, keys)
  const { renamed } = services
  return renamed ? async (name, db, keys) => underFormerKeys(renamed, name, { keys, find: (current) => find(name, db, current) }) : find
}

interface Wanted {
  readonly keys: readonly string[]
  readonly find: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** An option that got another key since is called by the label of now. */
async function underFormerKeys(renamed: RenamedParts, name: string, { keys, find }: Wanted): Promise<ReadonlyMap<string, string>> {
  const current = new Map(keys.map((key) => [key, renamed.currentOption(name, key)] as const))
  const labels = await find([...new Set(current.values())])
  return new Map([...current].flatMap(([key, now]) => (labels.has(now) ? [[key, labels.get(now) ?? ''] as const] : [])))
}

/** Texts of stored values, in the same order; '' for none. Each dictionary is read once. */
export async function historyTexts(findLabels: FindLabels, db: Executor, values: readonly KeptValue[]): Promise<readonly string[]> {
  const keys = new Map<string, Set<string>>()
  for (const { property, kept } of values) {
    if (kept === null) continue
    for (const { dictionary, key } of keysIn(property, kept)) keys.set(dictionary, (keys.get(dictionary) ?? new Set()).add(key))
  }
  const labels = new Map<string, ReadonlyMap<string, string>>()
  for (const [dictionary, wanted] of keys) labels.set(dictionary, await findLabels(dictionary, db, [...wanted]))
  return values.map(({ property, kept }) =>
    kept === null ? '' : historyText(property, kept, (dictionary, key) => labels.get(dictionary)?.get(key)),
  )
}
