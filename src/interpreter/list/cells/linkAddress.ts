import type { ResolvedLink } from '../../../language/resolved.ts'
import { recordAddress } from '../../screen/recordAddress.ts'

/** The address that a link leads to; null for a value that names nothing. */
export function linkAddress({ uri, kind, key, isOther }: ResolvedLink, value: unknown): string | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null
  const params = kind === 'list' ? new URLSearchParams({ [key]: String(value) }) : recordAddress(String(value), isOther ? key : undefined)
  return `${uri}?${params}`
}
