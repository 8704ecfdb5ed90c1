import type { ResolvedColumn, ResolvedLink, ResolvedScreen } from '../resolved.ts'
import { linkedFields } from '../rights/allowedFields.ts'

/** The columns of a list tile with the links that its screen gives this reader: to the record itself, and to records that values name. */
export function linkedColumns(columns: readonly ResolvedColumn[], screen: ResolvedScreen): readonly ResolvedColumn[] {
  return columns.map((column) => {
    const known = screen.list.columns.find((one) => one.field === column.field)
    if (known === undefined) return column
    const { link, to } = known
    const links = link === undefined ? to : [recordLink(column.field, screen)]
    return links === undefined ? column : { ...column, to: links }
  })
}

/** Leads to the view of the row's own record. */
function recordLink(field: string, { uri, resource, entity }: ResolvedScreen): ResolvedLink {
  const { address } = entity
  return { uri, permission: `${resource}.view`, kind: 'record', key: address, ...(address !== field && { from: address }) }
}

/** Members that the rows of a list tile need: its columns, and what their links are made of. */
export function rowFields(columns: readonly ResolvedColumn[]): readonly string[] {
  return [...new Set([...columns.map((column) => column.field), ...linkedFields(columns)])]
}
