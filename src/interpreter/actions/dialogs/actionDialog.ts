import type { ResolvedAction, ResolvedColumn, ResolvedScreen } from '../../../language/resolved.ts'
import type { OpenedForm } from '../../shared/records/openForm.ts'
import type { ActionTarget } from '../actionTarget.ts'
import type { ActionInput } from '../run/performAction.ts'
import type { FreshTarget } from '../run/useFreshTarget.ts'
import type { Verdict } from '../run/verdict.ts'

/** The open dialog of an action. */
export type ActionDialog =
  /** `entered`: what was entered before, to be changed. */
  | { readonly kind: 'input'; readonly action: ResolvedAction; readonly target: ActionTarget; readonly entered?: ActionInput }
  /** A question about a change that waits; the row of the target holds it. */
  | { readonly kind: 'decision'; readonly action: ResolvedAction; readonly target: ActionTarget }
  | {
      readonly kind: 'progress'
      readonly title: string
      readonly done: number
      readonly total: number
      readonly onStop: () => void
    }
  | { readonly kind: 'verdicts'; readonly title: string; readonly verdicts: readonly Verdict[] }
  /**
   * `hasChanged`: the call may have written something, so the screen reloads after the answer was read. `again`: the dialog in which the
   * answer was asked for.
   */
  | {
      readonly kind: 'answer'
      readonly title: string
      readonly answer: unknown
      readonly hasChanged: boolean
      readonly again?: Extract<ActionDialog, { kind: 'input' }>
    }
  | { readonly kind: 'print'; readonly title: string; readonly params: URLSearchParams; readonly columns: readonly ResolvedColumn[] }
  | { readonly kind: 'import'; readonly title: string }
  /** A file for a call of its own. */
  | { readonly kind: 'file'; readonly title: string; readonly path: string }
  | { readonly kind: 'history'; readonly title: string; readonly recordId: number | string }

export interface ActionRunnerOptions {
  readonly screen: ResolvedScreen
  /** The filters of the list for an export; read at the time of the export. */
  readonly exportParams: () => URLSearchParams
  /** The columns shown in the list, for printing. */
  readonly shownColumns?: () => readonly ResolvedColumn[]
  /** Waits for rows that are being loaded, and returns the target with its current data. Absent: nothing is ever being loaded. */
  readonly freshTarget?: FreshTarget
  /** Opens another address of the console. */
  readonly navigate: (uri: string) => void
  /** Something was written (or turned out to be changed by others), so the screen has to reload. */
  readonly onChanged: () => void
  /** The record of the action was deleted. Absent: `onChanged` is enough. */
  readonly onDeleted?: () => void
  readonly onOpenForm: (form: OpenedForm) => void
  /** A bulk action has processed the selected rows. */
  readonly onRowsDone?: () => void
}
