import type { MouseEvent } from 'react'
import { notify } from '../../../client/notices.ts'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import { isPlainClick } from '../parts/plainClick.ts'
import { linkAddress } from './linkAddress.ts'
import { findForm, openedRow } from './openForm.ts'
import { withOpenOf, writeOpen } from './recordAddress.ts'

/** Shows a success notice for a new record, with a link to it if the user may see it. */
export function tellMade(text: string, address: string | null, navigate: (address: string) => void): void {
  if (address === null) {
    notify.success(text)
    return
  }
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    navigate(address)
  }
  // Notices are outside the router, so it navigates by the given function.
  notify.success(
    text,
    <a href={address} onClick={follow}>
      檢視
    </a>,
  )
}

/** The address of a record that a form made; null when the user has no view of it. */
export function createdAddress(screen: ResolvedScreen, record: Readonly<Record<string, unknown>>): string | null {
  const form = findForm(screen, 'view')
  const { id } = record
  if (form === undefined || (typeof id !== 'number' && typeof id !== 'string')) return null
  const params = writeOpen(new URLSearchParams(), { screen, form, ...openedRow(screen, { ...record, id }) })
  return params === null ? null : `${screen.uri}?${params}`
}

/**
 * The address of the record that an action's answer names.
 *
 * @param form form to open, when it is not the view
 */
export function madeAddress(action: Extract<ResolvedAction, { kind: 'request' }>, answer: unknown, form?: string): string | null {
  const [link] = action.made ?? []
  if (link === undefined || typeof answer !== 'object' || answer === null) return null
  return linkAddress(link, (answer as Readonly<Record<string, unknown>>)[link.from ?? link.key], form)
}

/** The address over the current list if that is the list of the record, so that its filters stay. */
export function overList(address: string, screen: ResolvedScreen): string {
  const [uri, params] = address.split('?')
  if (uri !== screen.uri) return address
  return `${uri}?${withOpenOf(new URLSearchParams(window.location.search), new URLSearchParams(params))}`
}
