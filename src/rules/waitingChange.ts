/** The steps with which people decide on a change that waits: names of buttons in screen documents, and ends of addresses. */
export const changeDecisions = ['approveChange', 'rejectChange', 'withdrawChange'] as const
export type ChangeDecision = (typeof changeDecisions)[number]

export function isChangeDecision(name: string): name is ChangeDecision {
  return (changeDecisions as readonly string[]).includes(name)
}

/** Member of a record beside its fields: the change that waits for a second person, or for its day. No field has this name. */
export const waitingChangeKey = 'waitingChange'

/** A change that was asked for and is not in force yet. */
export interface WaitingChange {
  readonly changeNo: string
  readonly submittedBy: string
  /** ISO 8601. */
  readonly submittedAt: string
  /** `YYYY-MM-DD`; the values apply from this day on. */
  readonly effectiveDate: string
  /** True when a second person has agreed, and only the day has not come. */
  readonly isApproved: boolean
  /** Texts for people, masked like the fields. */
  readonly lines: readonly { readonly title: string; readonly before: string; readonly after: string }[]
}

/** The change that waits for a record; undefined when there is none. */
export function waitingChangeOf(record: Readonly<Record<string, unknown>>): WaitingChange | undefined {
  const waiting = record[waitingChangeKey]
  return typeof waiting === 'object' && waiting !== null ? (waiting as WaitingChange) : undefined
}
