import type { ListRow } from '../list/listPage.ts'

/** What an action is used on. */
export type ActionTarget =
  | { readonly kind: 'screen' }
  | { readonly kind: 'row'; readonly row: ListRow }
  | { readonly kind: 'rows'; readonly ids: readonly ListRow['id'][] }

/** Id of the one record an action is about; null for the screen as a whole and for several records. */
export function targetId(target: ActionTarget): ListRow['id'] | null {
  return target.kind === 'row' ? target.row.id : null
}
