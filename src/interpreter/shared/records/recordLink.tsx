import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ResolvedColumn, ResolvedLink } from '../../../language/resolved.ts'
import { fieldOf } from '../calls/listPage.ts'
import { linkAddress } from './linkAddress.ts'

/**
 * A drawn value as a link to the record that it names. The server has left the links that the user may follow; a row that does not
 * have the value that the link needs, or a value of many, stays plain.
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
