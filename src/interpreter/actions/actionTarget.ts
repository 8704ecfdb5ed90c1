import type { ResolvedNaming } from '../../language/resolved.ts'
import type { ListRow } from '../shared/calls/listPage.ts'

/**
 * Rows of a bulk action as the call sends them: selected ids with the versions that the user saw, or the filters of the list (a query
 * string).
 */
export type ChosenRows =
  | { readonly ids: readonly ListRow['id'][]; readonly rowVersions: Readonly<Record<string, number>> }
  | { readonly query: string }

/** The target of an action. */
export type ActionTarget =
  | { readonly kind: 'screen' /** Only an export looks at it. */; readonly format?: 'csv' }
  | {
      readonly kind: 'row'
      readonly row: ListRow
      /** How the record is named, when it is not a record of the screen (a row of a child list). */
      readonly naming?: ResolvedNaming
    }
  | {
      readonly kind: 'rows'
      readonly chosen: ChosenRows
      readonly count: number
      /** Sum of a field over the selected rows; null when not all of them were loaded. */
      readonly sumOf?: (field: string) => number | null
    }

/** Id of the single record of an action; null for the screen as a whole and for several records. */
export function targetId(target: ActionTarget): ListRow['id'] | null {
  return target.kind === 'row' ? target.row.id : null
}
