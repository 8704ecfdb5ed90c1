import type { NewSubscription, Subscription } from '../../../answers/subscriptions.ts'
import { takesRange } from '../../../language/query/defaultFilter.ts'
import type { ResolvedFilter, ResolvedScreen } from '../../../language/resolved.ts'

/** What the form of a subscription holds. */
export type SubscriptionDraft = Omit<NewSubscription, 'uri'>

/** What the screen shows now, which a new subscription asks for. */
export interface ShownNow {
  readonly screen: ResolvedScreen
  /** As a saved view keeps it. */
  readonly query: string
  /** Tab of a report with tabs; null otherwise. */
  readonly group: string | null
  /** Name of the open view, or of the screen. */
  readonly title: string
}

/** The file is about a whole period where the list itself is: a date in the future, or of long ago, would find nothing. */
export function newDraft({ screen, query, group, title }: ShownNow): SubscriptionDraft {
  const isPeriodic = ({ required, default: initial }: ResolvedFilter) => required || initial !== undefined
  const range = screen.list.filters.find((filter) => takesRange(filter) && isPeriodic(filter))
  return {
    ...{ title, query, group, format: 'xlsx', skipsEmpty: false, isEnabled: true },
    contents: screen.report === undefined ? 'rows' : 'sums',
    range: range === undefined ? null : { field: range.field, span: 'month' },
    ...{ every: 'month', day: 1, hour: 8 },
  }
}

export function draftOf(subscription: Subscription): SubscriptionDraft {
  const { title, query, contents, group, format, range, every, day, hour, skipsEmpty, isEnabled } = subscription
  return { title, query, contents, group, format, range, every, day, hour, skipsEmpty, isEnabled }
}

/** Filters whose range a subscription can set to the whole day, week or month before. */
export function rangesOf({ list }: ResolvedScreen): readonly { readonly field: string; readonly title: string }[] {
  return list.filters.filter(takesRange).map(({ field, title }) => ({ field, title }))
}

/** Another rhythm keeps no day that it does not have, and a range that is as long as the rhythm. */
export function withRhythm(draft: SubscriptionDraft, every: SubscriptionDraft['every']): SubscriptionDraft {
  return { ...draft, every, day: 1, range: draft.range === null ? null : { ...draft.range, span: every } }
}
