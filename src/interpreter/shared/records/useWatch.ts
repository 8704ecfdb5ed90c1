import { useEffect } from 'react'
import { useUserScope } from '../../../client/session/useSession.ts'
import { evaluate } from '../../../language/predicate/predicate.ts'
import { nowScope } from '../../../language/predicate/scope.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { ListRow } from '../calls/listPage.ts'
import { useEvent } from '../parts/useStable.ts'

const everyMs = 3000

/** Reloads every few seconds while one of the records changes by itself (`list.watch`) and the page is visible. */
export function useWatch({ list }: ResolvedScreen, records: readonly ListRow[], reload: () => void): void {
  const user = useUserScope()
  const { watch } = list
  const isMoving = watch !== undefined && records.some((row) => evaluate(watch, { user, now: nowScope(new Date()), row }))
  const readAgain = useEvent(() => {
    if (!document.hidden) reload()
  })
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(readAgain, everyMs)
    return () => clearInterval(timer)
  }, [isMoving, readAgain])
}
