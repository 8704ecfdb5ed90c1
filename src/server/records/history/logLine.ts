import type { OrderedUserAction } from '../../platform/audit.ts'
import type { FieldModel } from '../model.ts'

/** A changed field, with its values as texts for people; null for none. */
export interface FieldChange {
  readonly field: FieldModel
  readonly before: string | null
  readonly after: string | null
}

/** The history entry of an event, with the changed fields. */
export interface HistoryLine {
  readonly entry: readonly (string | number | null)[]
  readonly changes: readonly FieldChange[]
}

/** The log entries of one event. */
export interface LogLine {
  /** Null for what was done beside the records. */
  readonly history: HistoryLine | null
  readonly userAction: OrderedUserAction
}
