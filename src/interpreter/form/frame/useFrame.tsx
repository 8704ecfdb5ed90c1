import { useCallback, useMemo, useRef } from 'react'
import { useUserScope } from '../../../client/session/useSession.ts'
import { nowScope } from '../../../language/predicate/scope.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { LazyChildList, LazyHistoryList } from '../../children/lazyTabs.ts'
import type { FormDefinition } from '../values/formDefinition.ts'
import type { FormScope, FormValues } from '../values/formScope.ts'
import type { FormFrame } from './FormFrameContext.ts'
import type { FormSteps } from './useSteps.ts'

interface FrameOptions {
  readonly formId: string
  readonly definition: FormDefinition
  readonly record: FormValues | null
  readonly disabled: boolean
  /** The screen for child lists and history in tabs; null for the form of an action. */
  readonly screen: ResolvedScreen | null
  readonly steps?: FormSteps | null
}

/** Makes the shared values of a form; the same object until an option changes. */
export function useFrame({ formId, definition, record, disabled, screen, steps = null }: FrameOptions): FormFrame {
  const user = useUserScope()
  const opener = useRef<FormFrame['opener']>({ open: null }).current
  const scope: FormScope = useMemo(() => ({ user, now: nowScope(new Date()), ...(record && { row: record }) }), [user, record])
  const reveal = useCallback<FormFrame['reveal']>((field, cell) => opener.open?.(field, cell), [opener])
  return useMemo(
    () => ({
      formId,
      definition,
      scope,
      disabled,
      record,
      opener,
      reveal,
      steps,
      renderPanel: screen && record && panelRenderer(screen, record),
    }),
    [formId, definition, scope, disabled, record, opener, reveal, steps, screen],
  )
}

function panelRenderer(screen: ResolvedScreen, record: FormValues): FormFrame['renderPanel'] {
  const { id } = record
  if (typeof id !== 'number' && typeof id !== 'string') return null
  return (content) =>
    content.kind === 'child' ? (
      <LazyChildList screen={screen} child={content.child} recordId={id} record={record} />
    ) : (
      <LazyHistoryList screen={screen} recordId={id} record={record} />
    )
}
