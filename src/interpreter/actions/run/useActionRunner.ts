import { useCallback, useMemo, useRef, useState } from 'react'
import { useConfirm } from '../../../client/dialogs/DialogProvider.tsx'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import { isHttpProblem } from '../../../client/http/problem.ts'
import { notify } from '../../../client/notices.ts'
import { useSendOnly } from '../../../client/send/useSendOnly.ts'
import { useDictionaryCache } from '../../../client/useDictionaryCache.ts'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import { message } from '../../../rules/messages.ts'
import { waitingChangeOf } from '../../../rules/waitingChange.ts'
import { getRecord } from '../../shared/calls/recordCalls.ts'
import type { ActionDialog, ActionInput, ActionRunner, ActionRunnerOptions, SendingWay } from '../actionRunner.ts'
import type { ActionTarget } from '../actionTarget.ts'
import { isDecision } from './isDecision.ts'
import { loadRunAction } from './lazyRunner.ts'
import type { RunnerWorld } from './runAction.ts'
import { startValues } from './startValues.ts'

/** True when the record has changed or is gone, so that sending the same call again would fail again. */
function isOutdated(problem: unknown): boolean {
  return isHttpProblem(problem) && (problem.code === 'M08' || problem.code === 'M09' || problem.code === 'M10')
}

const rowGone = '資料已更新，此筆已不在清單上，請重新查詢後再試。'

/** True for actions that send the version that the user saw. */
function sendsVersion(action: ResolvedAction): boolean {
  return action.kind === 'transition' || action.kind === 'request' || (action.kind === 'builtIn' && action.action === 'delete')
}

/** The record with the change that waits, as a list does not have it; null when nothing waits any more. */
async function withWaitingChange(http: HttpClient, screen: ResolvedScreen, target: ActionTarget): Promise<ActionTarget | null> {
  if (target.kind !== 'row') return target
  const row = waitingChangeOf(target.row) ? target.row : await getRecord(http, screen.api.get, target.row.id)
  return waitingChangeOf(row) ? { ...target, row } : null
}

/** Runs the actions of a screen. Draw `<ActionDialogs runner={...} />` once beside the buttons. */
export function useActionRunner(options: ActionRunnerOptions): ActionRunner {
  const { screen, onChanged } = options
  const { send } = useSendOnly()
  const dictionaries = useDictionaryCache()
  const confirm = useConfirm()
  const [dialog, showDialog] = useState<ActionDialog | null>(null)
  // Buttons of a drawn row keep the first `run`, so everything else is read at the time of the click.
  const world = useRef<Omit<RunnerWorld, keyof SendingWay> | null>(null)
  world.current = { ...options, dictionaries, confirm, showDialog }

  const perform = useCallback(async (way: SendingWay, action: ResolvedAction, target: ActionTarget, input: ActionInput) => {
    if (world.current === null) return
    try {
      const { runAction } = await loadRunAction()
      await runAction({ ...world.current, ...way }, action, target, input)
    } catch (problem) {
      if (isOutdated(problem)) world.current.showDialog(null)
      // Somebody else has changed the record, so rows and buttons are outdated.
      if (isOutdated(problem) || (isHttpProblem(problem) && problem.status === 409)) world.current.onChanged()
      throw problem
    }
  }, [])

  const run = useCallback(
    async (action: ResolvedAction, target: ActionTarget) => {
      await send(async (http) => {
        const fresh = sendsVersion(action) ? await world.current?.freshTarget?.(target) : undefined
        if (fresh === null) return notify.info(rowGone)
        const current = isDecision(action) ? await withWaitingChange(http, screen, fresh ?? target) : (fresh ?? target)
        if (current === null) {
          world.current?.onChanged()
          return notify.info(message('M09'))
        }
        if (action.input !== undefined) {
          const entered = startValues(action, current, world.current?.exportParams() ?? new URLSearchParams())
          return showDialog({ kind: 'input', action, target: current, entered })
        }
        if (isDecision(action)) return showDialog({ kind: 'decision', action, target: current })
        const { isConfirmed } = await loadRunAction()
        if (world.current !== null && (await isConfirmed(world.current, action, current))) await perform({ http }, action, current, {})
      })
    },
    [send, perform, screen],
  )

  return useMemo(() => ({ run, submitInput: perform, dialog, showDialog, screen, onChanged }), [run, perform, dialog, screen, onChanged])
}
