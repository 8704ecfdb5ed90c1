import type { Mask } from '../../rules/masks.ts'
import { isEmail, isMobile } from '../../rules/text.ts'
import type { Entity, Property } from '../documents/entity.ts'
import type { FilterOp } from '../documents/vocabulary.ts'

/**
 * The rule for masked fields: nothing that users can do may reveal a part of a value. Masked fields are not sorted, searched, grouped,
 * unique or compared by conditions. A filter finds only a complete value, and only for users whom the document names (`lookup`). The
 * checker enforces this in documents, the resolver offers nothing else, and the records engine refuses the rest.
 */

/** How a field is masked; undefined when it is not. A list of masked texts is masked too. */
export function maskOf(property: Property): Mask | undefined {
  return property['x-mask'] ?? property.items?.['x-mask']
}

export function isMasked(property: Property): boolean {
  return maskOf(property) !== undefined
}

/** Whoever has this permission of a screen sees the masked values of one record in full. */
export const unmaskAction = 'unmask'

/**
 * True for records whose masks {@link unmaskAction} lifts: those without a table, when a field is masked. Which screen of a table does so
 * is decided by code. Secrets are shown to nobody.
 */
export function liftsMasks({ table, properties = {} }: Pick<Entity, 'table'> & Partial<Pick<Entity, 'properties'>>): boolean {
  return table === undefined && Object.values(properties).some(isLiftable)
}

function isLiftable({ items, properties = {}, 'x-mask': mask }: Property): boolean {
  return (
    (mask !== undefined && mask !== 'secret') || (items !== undefined && isLiftable(items)) || Object.values(properties).some(isLiftable)
  )
}

/** The only operator for filters on masked fields. Any other would reveal a part of a value, or try many values at once. */
export const maskedFilterOp = 'eq' satisfies FilterOp

/** The only test that a condition may make on a masked field: whether it has a value is visible anyway. */
export const maskedTest = 'empty'

/** Keywords that would reveal something about a masked value: by a search, an error, an order, or a label. */
export const tellingKeywords = ['x-search', 'x-unique', 'x-after', 'x-notBefore', 'x-from', 'x-dictionary', 'x-tags', 'enum'] as const

/** The stored form of a number that was read from a card or a screen: without full-width digits, spaces and hyphens. */
const plainNumber = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')

const isCard = (text: string): boolean => /^\d{8,19}$/.test(text)
const isAccount = (text: string): boolean => /^[0-9A-Za-z]{6,34}$/.test(text)

/**
 * The stored form of a complete value that a user searches for; null when the text is not complete. Secrets can never be searched.
 *
 * @param typed text in a filter, with numbers as people write them
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
