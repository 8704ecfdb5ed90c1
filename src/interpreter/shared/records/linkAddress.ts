import type { ResolvedLink } from '../../../language/resolved.ts'
import { recordAddress } from './recordAddress.ts'

/**
 * The address of a link; null for a value that identifies nothing.
 *
 * @param form form to open, when it is not the view
 */
export function linkAddress({ uri, kind, key, isOther }: ResolvedLink, value: unknown, form = 'view'): string | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null
  const params =
    kind === 'list' ? new URLSearchParams({ [key]: String(value) }) : recordAddress(String(value), isOther ? key : undefined, form)
  return `${uri}?${params}`
}
