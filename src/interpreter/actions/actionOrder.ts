import type { ResolvedAction } from '../../language/resolved.ts'

/** How far an action is from what is done by mistake without harm: those that end or stop something come last. */
const weights: Readonly<Partial<Record<ResolvedAction['tone'], number>>> = { warning: 1, danger: 2 }

const weightOf = ({ tone }: ResolvedAction) => weights[tone] ?? 0

/** Whether an action stops, takes back or ends something: it is neither the first button nor the one in sight. */
export function isHeavy(action: ResolvedAction): boolean {
  return weightOf(action) > 0
}

/** The order of the document, with what stops something behind the rest and what ends something at the very end. */
export function inOrderOfWeight(actions: readonly ResolvedAction[]): readonly ResolvedAction[] {
  return actions.toSorted((a, b) => weightOf(a) - weightOf(b))
}

/** What one row of a table shows as a button, and what its menu holds. */
export interface ArrangedActions {
  readonly main: ResolvedAction | null
  readonly rest: readonly ResolvedAction[]
}

/** The step that the record waits for (`success`, then `primary`), else the first one that does no harm. */
export function arrangeRowActions(actions: readonly ResolvedAction[]): ArrangedActions {
  const toned = (tone: ResolvedAction['tone']) => actions.find((action) => action.tone === tone)
  const main = toned('success') ?? toned('primary') ?? actions.find((action) => !isHeavy(action)) ?? null
  return { main, rest: inOrderOfWeight(actions.filter((action) => action !== main)) }
}
