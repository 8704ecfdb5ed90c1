import type { Property } from '../../../language/documents/entity.ts'
import { isContent, widgetOf } from '../../../language/entity/property.ts'
import { asLines, asOneLine } from '../../../rules/cleanText.ts'
import { readTypedCode } from '../../../rules/typedCodes.ts'

/**
 * A text as it is stored: trimmed and without what nobody sees, because names that differ only by that look the same; numbers and codes
 * as their field means them. A form cannot type a line end into a field of one line, but a file and a program can: such a text would break
 * lists, subjects of mails and files. A password stays as it is.
 */
export function enteredText(property: Property | undefined, text: string): string {
  if (property === undefined) return text.trim()
  if (property['x-mask'] === 'secret' || isContent(property)) return text
  const read = readTypedCode(property, widgetOf(property) === 'textarea' ? asLines(text) : asOneLine(text))
  return property.format === undefined ? read.trim() : read
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
