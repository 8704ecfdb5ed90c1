import { useCallback, useEffect, useRef } from 'react'
import type { ListRow } from '../../shared/calls/listPage.ts'
import type { FreshTarget } from '../actionRunner.ts'
import type { ActionTarget, ChosenRows } from '../actionTarget.ts'

/** What the list shows. */
interface Shown {
  /** Something was written and the rows are being reloaded, so the shown ones are outdated. */
  readonly isReloading: boolean
  /** Null when it shows others than those of its page: then a target stays as it is, and the server compares its version. */
  readonly rows: readonly ListRow[] | null
  /** The selected rows. */
  readonly chosen?: ChosenRows
}

/** After a write, an action waits for the reloaded rows, because with the old version the server would refuse it. */
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
  if (target.kind !== 'row' || rows === null) return target
  const row = rows.find(({ id }) => id === target.row.id)
  return row === undefined ? null : { ...target, row }
}
