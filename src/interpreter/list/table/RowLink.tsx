import type { MouseEvent, ReactNode } from 'react'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { isPlainClick } from '../../shared/parts/plainClick.ts'
import { findForm, openedRow } from '../../shared/records/openForm.ts'
import { writeOpen } from '../../shared/records/recordAddress.ts'
import type { TableFrame } from './tableFrame.ts'

interface RowLinkProps {
  readonly action: ResolvedAction
  readonly mode: 'view' | 'edit'
  readonly row: ListRow
  readonly frame: TableFrame
  readonly children: ReactNode
}

/**
 * A value that opens its own record. It is a link with the record's address, so that it opens in a new tab like any page; a plain click
 * opens the record over the list.
 */
export function RowLink({ action, mode, row, frame, children }: RowLinkProps) {
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    frame.onRunRowAction(action, row)
  }
  return (
    <a href={addressOf(frame.screen, mode, action, row)} onClick={open}>
      {children}
    </a>
  )
}

/** A record that has no address of its own opens over the list only; the link then leads to the list. */
function addressOf(screen: ResolvedScreen, mode: RowLinkProps['mode'], action: ResolvedAction, row: ListRow): string {
  const form = findForm(screen, mode, 'form' in action ? action.form : undefined)
  const params = form && writeOpen(new URLSearchParams(), { screen, form, ...openedRow(screen, row) })
  return params ? `${screen.uri}?${params}` : screen.uri
}
