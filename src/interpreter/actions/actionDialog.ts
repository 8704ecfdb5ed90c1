import type { ResolvedAction, ResolvedColumn, ResolvedScreen } from '../../language/resolved.ts'
import type { OpenedForm } from '../shared/records/openForm.ts'
import type { ActionTarget } from './actionTarget.ts'
import type { FreshTarget } from './useFreshTarget.ts'
import type { Verdict } from './verdict.ts'

/** The dialog that an action has open. */
export type ActionDialog =
  | { readonly kind: 'input'; readonly action: ResolvedAction; readonly target: ActionTarget }
  | {
      readonly kind: 'progress'
      readonly title: string
      readonly done: number
      readonly total: number
      readonly onStop: () => void
    }
  | { readonly kind: 'verdicts'; readonly title: string; readonly verdicts: readonly Verdict[] }
  /** `hasChanged`: the call may have written something; what is drawn loads again when the answer has been read. */
  | { readonly kind: 'answer'; readonly title: string; readonly answer: unknown; readonly hasChanged: boolean }
  | { readonly kind: 'print'; readonly title: string; readonly params: URLSearchParams; readonly columns: readonly ResolvedColumn[] }
  | { readonly kind: 'import'; readonly title: string }
  | { readonly kind: 'history'; readonly title: string; readonly recordId: number | string }

export interface ActionRunnerOptions {
  readonly screen: ResolvedScreen
  /** The list's own conditions, for export; read at the moment of the export. */
  readonly exportParams: () => URLSearchParams
  /** The columns that the list shows, for print. */
  readonly shownColumns?: () => readonly ResolvedColumn[]
  /** Waits for rows that are on their way, and answers the target as it is then; left out, nothing ever is. */
  readonly freshTarget?: FreshTarget
  /** Something was written (or was found changed by others): load again. */
  readonly onChanged: () => void
  /** The one record that the action was used on is gone; left out, `onChanged` says enough. */
  readonly onDeleted?: () => void
  readonly onOpenForm: (form: OpenedForm) => void
  /** A bulk action went through the selected rows. */
  readonly onRowsDone?: () => void
}
