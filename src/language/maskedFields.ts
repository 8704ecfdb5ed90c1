import type { Mask } from '../rules/masks.ts'
import { isEmail, isMobile } from '../rules/text.ts'
import type { Property } from './documents/entity.ts'
import type { FilterOp } from './documents/vocabulary.ts'

/**
 * The one rule for masked fields: nothing that anybody may ask tells a part of a value. They are not sorted, searched, grouped, unique
 * or compared by conditions; a filter finds a whole value only, for whom the document names (`lookup`). The checker holds documents to
 * it, the resolver offers nothing else, and the records engine refuses the rest.
 */

/** How a field is masked; undefined when it is not. A list of masked texts is masked as a whole. */
export function maskOf(property: Property): Mask | undefined {
  return property['x-mask'] ?? property.items?.['x-mask']
}

export function isMasked(property: Property): boolean {
  return maskOf(property) !== undefined
}

/** The operator of a filter on a masked field; any other would tell a part of a value, or try many at once. */
export const maskedFilterOp = 'eq' satisfies FilterOp

/** The test that a condition may make of a masked field: whether it is filled in is what the mask itself shows. */
export const maskedTest = 'empty'

/** Keywords that would tell something about a masked value: by words, by a refusal, by an order, or by a label. */
export const tellingKeywords = ['x-search', 'x-unique', 'x-after', 'x-notBefore', 'x-from', 'x-dictionary', 'x-tags', 'enum'] as const

/** A number as it is stored, of one read off a card or a screen: without full-width digits, spaces and hyphens. */
const plainNumber = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')

const isCard = (text: string): boolean => /^\d{8,19}$/.test(text)
const isAccount = (text: string): boolean => /^[0-9A-Za-z]{6,34}$/.test(text)

/**
 * A whole value that somebody looks for, as it is stored; null when the text is not a whole one. Secrets are never looked for.
 *
 * @param typed from a filter, as people write numbers
 */
export function wholeValue(mask: Mask, typed: string): string | null {
  const number = plainNumber(typed)
  switch (mask) {
    case 'mobile':
      return isMobile(number) ? number : null
    case 'card':
      return isCard(number) ? number : null
    case 'account':
      return isAccount(number) ? number : null
    case 'email':
      return isEmail(typed) ? typed : null
    case 'name':
      return Array.from(typed).length >= 2 ? typed : null
    case 'secret':
      return null
  }
}
