import type { Tone } from '../../../language/documents/vocabulary.ts'

/** Options of a dictionary by key, for a column. */
export type ColumnLabels = ReadonlyMap<string, { readonly value: string; readonly tone?: Tone }>

export const noLabels: ColumnLabels = new Map()

/** Label of a key; the key itself when the dictionary does not have it. */
export function labelOf(labels: ColumnLabels, key: unknown): string {
  return labels.get(String(key))?.value ?? String(key)
}

/** Colour of a badge: from the field, otherwise from the dictionary, otherwise neutral. */
export function toneOf(labels: ColumnLabels, tags: ToneTags, value: unknown): Tone {
  return ownTone(labels, tags, value) ?? 'secondary'
}

type ToneTags = Readonly<Record<string, Tone>> | undefined

/** The tone that field or dictionary give a value; undefined when neither does. */
export function ownTone(labels: ColumnLabels, tags: ToneTags, value: unknown): Tone | undefined {
  const key = String(value)
  const own = tags !== undefined && Object.hasOwn(tags, key) ? tags[key] : undefined
  return own ?? labels.get(key)?.tone
}
