import type { Property } from '../../language/documents/entity.ts'
import { readTypedCode } from '../../rules/typedCodes.ts'

/**
 * A text as it is stored: trimmed, because names that differ only by surrounding blanks look the same; numbers and codes as their field
 * means them. A password stays as it is.
 */
export function enteredText(property: Property | undefined, text: string): string {
  if (property?.['x-mask'] === 'secret') return text
  const read = property === undefined ? text : readTypedCode(property, text)
  return property?.format === undefined ? read.trim() : read
}

/** Every text of a value as it is stored: of a list, and of the members of rows, where an empty one is left out. */
export function enteredTexts(property: Property | undefined, value: unknown): unknown {
  if (typeof value === 'string') return enteredText(property, value)
  if (Array.isArray(value)) return value.map((one: unknown) => enteredTexts(property?.items, one))
  if (typeof value !== 'object' || value === null || property?.properties === undefined) return value
  const members = property.properties
  const read = (name: string, inner: unknown) => (Object.hasOwn(members, name) ? enteredTexts(members[name], inner) : inner)
  const entries = Object.entries(value).map(([name, inner]) => [name, read(name, inner)] as const)
  return Object.fromEntries(entries.filter(([, inner]) => inner !== ''))
}
