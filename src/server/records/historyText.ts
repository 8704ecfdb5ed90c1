import type { Property } from '../../language/documents/entity.ts'
import { holdsFiles } from '../../language/resolve/property.ts'
import { figureText } from '../../rules/figures.ts'
import { tiersSummary } from '../../rules/tiersSummary.ts'
import type { FieldModel } from './model.ts'

/** Stands at the end of a value that the history did not keep whole. */
export const cutMark = '…'

/**
 * What the history kept of a field, as people read it: the parts of a list one after the other, each row of a form by its titles, keys
 * of a dictionary by their labels. Of a list that was cut, the parts that are whole.
 *
 * @param labelOf the label of a key, or the key itself
 */
export function historyText(field: FieldModel | undefined, kept: string, labelOf: (key: string) => string): string {
  if (field === undefined || holdsFiles(field.property)) return kept
  if (field.kind === 'integer' || field.kind === 'number') return figureOf(kept, field.property) ?? labelOf(kept)
  if (field.kind !== 'json') return labelOf(kept)
  const { value, isCut } = readKept(kept)
  if (!Array.isArray(value)) return kept
  return `${listText(field, value, labelOf)}${isCut ? cutMark : ''}`
}

function listText({ property }: FieldModel, list: readonly unknown[], labelOf: (key: string) => string): string {
  if (property['x-format'] === 'tiers' || property['x-widget'] === 'tiers') return tiersSummary(list)
  const members = property.items?.properties
  if (!members) return list.map((item) => (typeof item === 'object' ? JSON.stringify(item) : labelOf(String(item)))).join('、')
  return list.map((row) => rowText(members, row)).join('；')
}

/** In the order of the form: the database keeps the members of a row in one of its own. */
function rowText(members: Readonly<Record<string, Property>>, row: unknown): string {
  if (typeof row !== 'object' || row === null) return String(row)
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.entries(members)
    .filter(([name]) => (values.get(name) ?? '') !== '')
    .map(([name, property]) => `${property.title ?? name} ${cellText(values.get(name), property)}`)
    .join('，')
}

function cellText(value: unknown, property: Property): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object') return JSON.stringify(value)
  return figureOf(String(value), property) ?? String(value)
}

/** Counted things alone: a year or a number of days stands as it is. */
const figures: ReadonlySet<string | undefined> = new Set(['points', 'money', 'price', 'percent'])

function figureOf(kept: string, property: Property): string | null {
  const value = Number(kept)
  if (!figures.has(property['x-format']) || kept === '' || Number.isNaN(value)) return null
  return figureText(value, property['x-format'], property['x-decimals'])
}

/** The JSON that was kept; a list that was cut ends after its last whole part. */
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
