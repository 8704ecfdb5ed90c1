import type { ResolvedNaming } from '../../language/resolved.ts'
import type { ListRow } from '../shared/calls/listPage.ts'

/**
 * Rows of a bulk action as its call names them: chosen ones with their versions as they were looked at, by id, or all that match the
 * list's conditions (a query string).
 */
export type ChosenRows =
  | { readonly ids: readonly ListRow['id'][]; readonly rowVersions: Readonly<Record<string, number>> }
  | { readonly query: string }

/** What an action is used on. */
export type ActionTarget =
  | { readonly kind: 'screen' /** Only an export looks at it. */; readonly format?: 'csv' }
  | {
      readonly kind: 'row'
      readonly row: ListRow
      /** How the record is called, where it is none of the screen's own (a row of a child list). */
      readonly naming?: ResolvedNaming
    }
  | {
      readonly kind: 'rows'
      readonly chosen: ChosenRows
      readonly count: number
      /** Sum of a field over the chosen rows; null when not all of them were shown. */
      readonly sumOf?: (field: string) => number | null
    }

/** Id of the one record an action is about; null for the screen as a whole and for several records. */
export function targetId(target: ActionTarget): ListRow['id'] | null {
  return target.kind === 'row' ? target.row.id : null
}
