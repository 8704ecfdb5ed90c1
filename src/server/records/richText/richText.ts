import type { Property } from '../../../language/documents/entity.ts'
import { isHtml } from '../../../language/entity/property.ts'
import { fieldsError } from '../../platform/errors.ts'
import { cleanHtml, HtmlLimitError } from './html.ts'

/** True when a value of the property is rich text, or contains some in its rows or members. */
export function holdsRichText({ items, properties, ...own }: Property): boolean {
  return isHtml(own) || (items !== undefined && holdsRichText(items)) || Object.values(properties ?? {}).some(holdsRichText)
}

/** Applies `clean` to every rich text in a value; everything else stays unchanged. */
export function mapRichText(property: Property, value: unknown, clean: (html: string) => string): unknown {
  if (typeof value === 'string') return isHtml(property) ? clean(value) : value
  if (Array.isArray(value)) {
    const { items } = property
    return items === undefined ? value : value.map((each) => mapRichText(items, each, clean))
  }
  if (typeof value !== 'object' || value === null) return value
  const members = property.properties ?? {}
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Object.hasOwn(members, name) ? mapRichText(members[name] as Property, inner, clean) : inner,
    ]),
  )
}

/**
 * Cleans the rich texts of a value for storing.
 *
 * @throws 400 at the field for a text that is too long or nested too deep
 */
export function acceptRichText(name: string, property: Property | undefined, sent: unknown): unknown {
  if (property === undefined || !holdsRichText(property)) return sent
  try {
    return mapRichText(property, sent, cleanHtml)
  } catch (error) {
    if (error instanceof HtmlLimitError) throw fieldsError({ [name]: `${property.title ?? name} ${error.message}` })
    throw error
  }
}
