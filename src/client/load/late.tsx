import type { ComponentType, ReactNode } from 'react'
import { LoadProblem } from './LoadProblem.tsx'
import { replacedText, useReplaced } from './replaced.ts'
import { fetchCode, useLateCode } from './useCode.ts'

/** A component whose code is fetched when it is first drawn, or ahead by `fetch`: then it is drawn at once. */
export interface LatePart<Props> {
  (props: Props): ReactNode
  readonly fetch: () => Promise<void>
}

/** What is drawn while the code of a part is not there. */
interface Meanwhile<Props> {
  /** Until it comes; default: nothing. */
  readonly Waiting?: ComponentType
  /** When it cannot be fetched; default: a sentence with 重試. */
  readonly Missing?: ComponentType<Props & MissingProps>
}

export interface MissingProps {
  readonly onRetry: () => void
}

/**
 * Makes one, in place of React's `lazy` with Suspense, which keeps its placeholder on the screen for 300 ms at least, also over code that
 * was there already. What cannot be fetched is missing in its own place only: around it may stand a form that somebody fills.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting = Nothing, Missing = MissingPart }: Meanwhile<Props> = {},
): LatePart<Props> {
  function Late(props: Props) {
    const { code: Part, failure, retry } = useLateCode(load)
    if (Part !== null) return <Part {...props} />
    return failure === null ? <Waiting /> : <Missing {...props} onRetry={retry} />
  }
  return Object.assign(Late, { fetch: async () => void (await fetchCode(load)) })
}

/** A late part that stands at the end of its page, where a sentence about it would not be seen. */
export function lateDialog<Props extends object>(load: () => Promise<ComponentType<Props>>, Waiting?: ComponentType): LatePart<Props> {
  return late(load, { ...(Waiting && { Waiting }), Missing: MissingDialog })
}

export const Nothing = () => null

/** Said in place of a part that cannot be fetched. */
export const missingText = '這個部分無法載入，請確認網路連線後重試；若仍無法載入，請重新整理畫面。'

function MissingPart({ onRetry }: MissingProps) {
  const isGone = useReplaced()
  if (isGone) {
    const failure = { text: replacedText, canRetry: true, problem: null }
    return <LoadProblem failure={failure} onRetry={() => window.location.reload()} retryText="重新整理" />
  }
  return <LoadProblem failure={{ text: missingText, canRetry: true, problem: null }} onRetry={onRetry} />
}

function MissingDialog(props: MissingProps) {
  return (
    // A line of its own, also among buttons.
    <div ref={bringIntoView} className="w-100">
      <MissingPart {...props} />
    </div>
  )
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' })
}
