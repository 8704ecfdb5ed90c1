import { type MouseEvent, type ReactNode, useContext } from 'react'
import { UNSAFE_NavigationContext as RouterContext } from 'react-router-dom'
import type { ResolvedColumn, ResolvedLink } from '../../../language/resolved.ts'
import { fieldOf } from '../calls/listPage.ts'
import { isPlainClick } from '../parts/plainClick.ts'
import { linkAddress } from './linkAddress.ts'

/**
 * A value as a link to the record that it identifies. The server has removed links that the user may not follow. Without a value for the
 * link, or with several values, it stays plain text.
 */
export function withRecordLink(
  content: ReactNode,
  { field, to }: Pick<ResolvedColumn, 'field' | 'to'>,
  row: Readonly<Record<string, unknown>>,
): ReactNode {
  const link = to?.[0]
  return link === undefined ? content : linkedContent(content, link, fieldOf(row, link.from ?? field))
}

export function linkedContent(content: ReactNode, link: ResolvedLink, value: unknown): ReactNode {
  const address = linkAddress(link, value)
  if (content === null || address === null) return content
  return <RecordLink address={address}>{content}</RecordLink>
}

/** Not a link of the router: each of those is drawn again with every change of the address, a row's also when a form opens over the list. */
function RecordLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const { navigator } = useContext(RouterContext)
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    navigator.push(address)
  }
  return (
    <a href={address} className="record-link" onClick={follow}>
      {children}
    </a>
  )
}
