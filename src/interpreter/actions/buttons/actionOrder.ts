import type { ResolvedAction } from '../../../language/resolved.ts'

/** Weight of an action's tone. Actions that stop or end something come last, because pressing them by mistake does harm. */
const weights: Readonly<Partial<Record<ResolvedAction['tone'], number>>> = { warning: 1, danger: 2 }

const weightOf = ({ tone }: ResolvedAction) => weights[tone] ?? 0

/** True for an action that stops, reverts or ends something. It must not be the first or the only visible button. */
export function isHeavy(action: ResolvedAction): boolean {
  return weightOf(action) > 0
}

/** Sorts actions: document order, then those that stop something, then those that end something. */
export function inOrderOfWeight(actions: readonly ResolvedAction[]): readonly ResolvedAction[] {
  return actions.toSorted((a, b) => weightOf(a) - weightOf(b))
}

/** Splits the actions of a row into the visible button and the menu. */
export interface ArrangedActions {
  readonly main: ResolvedAction | null
  readonly rest: readonly ResolvedAction[]
}

/** The visible button is the next step of the record (`success`, then `primary`), otherwise the first harmless action. */
export function arrangeRowActions(actions: readonly ResolvedAction[]): ArrangedActions {
  const toned = (tone: ResolvedAction['tone']) => actions.find((action) => action.tone === tone)
  const main = toned('success') ?? toned('primary') ?? actions.find((action) => !isHeavy(action)) ?? null
  return { main, rest: inOrderOfWeight(actions.filter((action) => action !== main)) }
}
