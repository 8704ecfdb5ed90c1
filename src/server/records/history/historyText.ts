import type { Property } from '../../../language/documents/entity.ts'
import { dictionaryOf, displayFormatOf, holdsFiles } from '../../../language/entity/property.ts'
import { taipeiDateTime } from '../../../rules/dates.ts'
import { figureText } from '../../../rules/figures.ts'
import { tiersSummary } from '../../../rules/tiersSummary.ts'

/** Marks the end of a value that was cut for the history. */
export const cutMark = '…'

/** Label of a dictionary key; undefined when the key no longer exists. */
export type LabelOf = (dictionary: string, key: string) => string | undefined

/**
 * A value of the history as text for people: list items separated by commas, rows with the titles of their members, dictionary keys as
 * labels. Of a list that was cut, only the complete items. A value that cannot be read gives an empty text.
 */
export function historyText(property: Property | undefined, kept: string, labelOf: LabelOf): string {
  if (property === undefined) return isJsonOfParts(kept) ? '' : kept
  if (holdsFiles(property)) return kept
  if (property.type !== 'array' && property.type !== 'object') return singleText(property, kept, labelOf)
  const { value, isCut } = readKept(kept)
  const text = Array.isArray(value) ? listText(property, value, labelOf) : objectText(property.properties ?? {}, value, labelOf)
  return `${text}${isCut ? cutMark : ''}`
}

/** The dictionary keys in a stored value, so that their labels can be looked up together. */
export function keysIn(property: Property | undefined, kept: string): readonly { readonly dictionary: string; readonly key: string }[] {
  const found: { dictionary: string; key: string }[] = []
  if (property) {
    historyText(property, kept, (dictionary, key) => {
      found.push({ dictionary, key })
      return undefined
    })
  }
  return found
}

/** A field that was no yes or no before keeps its texts of that time. */
const truthTexts: Readonly<Record<string, string>> = { true: '是', false: '否' }

function singleText(property: Property, kept: string, labelOf: LabelOf): string {
  if (property.type === 'boolean') return truthTexts[kept] ?? kept
  if (property.format === 'date-time') return Number.isNaN(Date.parse(kept)) ? kept : taipeiDateTime(new Date(kept))
  if (displayFormatOf(property) === 'month' && /^\d{6}$/.test(kept)) return `${kept.slice(0, 4)}年${kept.slice(4)}月`
  const dictionary = dictionaryOf(property)
  return dictionary ? keyText(dictionary.name, kept, labelOf) : (figureOf(kept, property) ?? kept)
}

/** Label of a key. A number without label is marked as a removed option; other keys (record numbers) are shown unchanged. */
function keyText(dictionary: string, key: string, labelOf: LabelOf): string {
  return labelOf(dictionary, key) ?? (isPlainNumber(key) ? `（${key}，已無此項目）` : key)
}

/** A plain number without label means nothing to people, but a record number (`C000101`, `RP000001`) does. */
function isPlainNumber(key: string): boolean {
  return /^\d+$/.test(key)
}

function listText(property: Property, list: readonly unknown[], labelOf: LabelOf): string {
  if (property['x-format'] === 'tiers' || property['x-widget'] === 'tiers') return tiersSummary(list)
  const { items } = property
  if (items?.properties) return list.map((row) => objectText(items.properties ?? {}, row, labelOf)).join('；')
  // The dictionary may be declared on the list instead of its items.
  const part: Property = { ...(items ?? { type: 'string' }), ...(property['x-dictionary'] && { 'x-dictionary': property['x-dictionary'] }) }
  return list
    .filter((item) => item !== null && typeof item !== 'object')
    .map((item) => singleText(part, String(item), labelOf))
    .join('、')
}

/** In the order of the form, because the database stores the members of a row in its own order. */
function objectText(members: Readonly<Record<string, Property>>, row: unknown, labelOf: LabelOf): string {
  if (typeof row !== 'object' || row === null) return row === null || row === undefined ? '' : String(row)
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.entries(members)
    .filter(([name]) => (values.get(name) ?? '') !== '')
    .map(([name, property]) => `${property.title ?? name} ${memberText(property, values.get(name), labelOf)}`)
    .join('，')
}

function memberText(property: Property, value: unknown, labelOf: LabelOf): string {
  return historyText(property, typeof value === 'string' ? value : JSON.stringify(value), labelOf)
}

/** Only amounts and counts get separators; a year or a number of days does not. */
const figures: ReadonlySet<string | undefined> = new Set(['points', 'money', 'price', 'percent'])

function figureOf(kept: string, property: Property): string | null {
  const value = Number(kept)
  if (kept === '' || Number.isNaN(value) || (property.type !== 'integer' && property.type !== 'number')) return null
  const isFigure = figures.has(property['x-format']) || (property.type === 'number' && property['x-format'] === undefined)
  return isFigure ? figureText(value, property['x-format'], property['x-decimals']) : null
}

function isJsonOfParts(kept: string): boolean {
  const { value } = readKept(kept)
  return typeof value === 'object' && value !== null
}

/** Parses the stored JSON. A list that was cut ends after its last complete item. */
function readKept(kept: string): { readonly value: unknown; readonly isCut: boolean } {
  const whole = parsed(kept)
  if (whole !== undefined || !kept.startsWith('[')) return { value: whole, isCut: false }
  for (let end = kept.lastIndexOf(','); end > 0; end = kept.lastIndexOf(',', end - 1)) {
    const value = parsed(`${kept.slice(0, end)}]`)
    if (value !== undefined) return { value, isCut: true }
  }
  return { value: [], isCut: true }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
