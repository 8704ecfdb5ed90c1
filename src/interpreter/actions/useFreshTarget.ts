import { useCallback, useEffect, useRef } from 'react'
import type { ListRow } from '../shared/calls/listPage.ts'
import type { ActionTarget, ChosenRows } from './actionTarget.ts'

/** What is on the screen. */
interface Shown {
  /** What was written is on its way back: the rows on the screen are older than that. */
  readonly isReloading: boolean
  readonly rows: readonly ListRow[]
  /** Rows that are ticked. */
  readonly chosen?: ChosenRows
}

/** Answers what an action is used on as the screen knows it when nothing is on its way any more; null when the row has left it. */
export type FreshTarget = (target: ActionTarget) => Promise<ActionTarget | null>

/** After a write an action waits for the new rows: with the version of the old ones the server could only refuse it. */
export function useFreshTarget(shown: Shown): FreshTarget {
  const latest = useRef(shown)
  latest.current = shown
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    if (!shown.isReloading) for (const go of waiting.current.splice(0)) go()
  }, [shown.isReloading])
  return useCallback(async (target) => {
    if (!latest.current.isReloading) return target
    await new Promise<void>((resolve) => waiting.current.push(resolve))
    return asShown(target, latest.current)
  }, [])
}

function asShown(target: ActionTarget, { rows, chosen }: Shown): ActionTarget | null {
  if (target.kind === 'rows') return chosen === undefined ? target : { ...target, chosen }
  if (target.kind !== 'row') return target
  const row = rows.find(({ id }) => id === target.row.id)
  return row === undefined ? null : { ...target, row }
}
