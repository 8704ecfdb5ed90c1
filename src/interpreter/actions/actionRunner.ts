import type { HttpClient } from '../../client/http/httpClient.ts'
import type { ResolvedAction, ResolvedColumn, ResolvedScreen } from '../../language/resolved.ts'
import type { OpenedForm } from '../shared/records/openForm.ts'
import type { ActionTarget } from './actionTarget.ts'
import type { Verdict } from './verdict.ts'

/** Values of the action's input form; empty without one. */
export type ActionInput = Readonly<Record<string, unknown>>

/** Waits for pending reloads, then returns the target with current data; null when its row is gone. */
export type FreshTarget = (target: ActionTarget) => Promise<ActionTarget | null>

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

/** How a call is sent. */
export interface SendingWay {
  readonly http: HttpClient
  /** Of the dialog whose input is sent: the server gives its first answer again when the same input comes twice. */
  readonly requestKey?: string | undefined
}

export interface ActionRunner {
  /** Asks the questions of the action, runs it, and shows the result. Never rejects. */
  readonly run: (action: ResolvedAction, target: ActionTarget) => Promise<void>
  /** Continues after the input form. Rejects with the server's error, so that the form can show it beside its fields. */
  readonly submitInput: (way: SendingWay, action: ResolvedAction, target: ActionTarget, input: ActionInput) => Promise<void>
  readonly dialog: ActionDialog | null
  readonly showDialog: (dialog: ActionDialog | null) => void
  readonly screen: ResolvedScreen
  readonly onChanged: () => void
}
