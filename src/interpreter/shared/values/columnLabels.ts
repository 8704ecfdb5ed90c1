import type { Tone } from '../../../language/documents/vocabulary.ts'

/** A dictionary's options by key, as a column needs them. */
export type ColumnLabels = ReadonlyMap<string, { readonly value: string; readonly tone?: Tone }>

export const noLabels: ColumnLabels = new Map()

/** The label of a key; a key that the dictionary does not know (any more) is shown as it is. */
export function labelOf(labels: ColumnLabels, key: unknown): string {
  return labels.get(String(key))?.value ?? String(key)
}

/** The colour of a badge: the field's own table first, then the dictionary's, else neutral. */
export function toneOf(labels: ColumnLabels, tags: Readonly<Record<string, Tone>> | undefined, value: unknown): Tone {
  const key = String(value)
  const own = tags !== undefined && Object.hasOwn(tags, key) ? tags[key] : undefined
  return own ?? labels.get(key)?.tone ?? 'secondary'
}
