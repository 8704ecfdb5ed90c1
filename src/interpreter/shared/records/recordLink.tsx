import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ResolvedColumn, ResolvedLink } from '../../../language/resolved.ts'
import { fieldOf } from '../calls/listPage.ts'
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
  return (
    <Link to={address} className="record-link">
      {content}
    </Link>
  )
}
