import type { ResolvedLink } from '../../../language/resolved.ts'
import { recordAddress } from './recordAddress.ts'

/**
 * The address that a link leads to; null for a value that names nothing.
 *
 * @param form of the record, where it has one of its own
 */
export function linkAddress({ uri, kind, key, isOther }: ResolvedLink, value: unknown, form = 'view'): string | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null
  const params =
    kind === 'list' ? new URLSearchParams({ [key]: String(value) }) : recordAddress(String(value), isOther ? key : undefined, form)
  return `${uri}?${params}`
}
