import type { ActionRunner } from '../actionRunner.ts'
import { LazyOpenDialog } from '../lazyActions.ts'

/** The dialog that the actions of a screen have open; there is never more than one. */
export function ActionDialogs({ runner }: { readonly runner: ActionRunner }) {
  return runner.dialog === null ? null : <LazyOpenDialog runner={runner} dialog={runner.dialog} />
}
