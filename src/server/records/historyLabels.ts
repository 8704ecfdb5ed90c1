import type { Property } from '../../language/documents/entity.ts'
import type { Executor } from '../platform/database/tables.ts'
import { historyText, keysIn } from './historyText.ts'

/** A value as the history kept it, and the field that it belongs to; without one the field is gone from its document. */
export interface KeptValue {
  readonly property: Property | undefined
  readonly kept: string | null
}

export type FindLabels = (dictionary: string, db: Executor, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** The texts of kept values in their order, each dictionary asked once; '' for none. */
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
