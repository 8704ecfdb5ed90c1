import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom'
import { useUnloadGuard } from './useUnloadGuard.ts'

interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  readonly isDirty: () => boolean
  /** Asks the person; true when the input may be given up. */
  readonly mayLeave: () => Promise<boolean>
}

/** Where the session ends or the server is gone: nobody can stay, and the draft keeps the input. */
const departures: readonly string[] = ['/login', '/page500']

/**
 * Guards unsaved input against leaving: another page of the console asks by our own dialog, another site by the browser's.
 * Only the console's router can hold a navigation back; inside another one (a test) leaving is free.
 */
export function LeaveGuard({ isDirty, mayLeave }: LeaveGuardProps) {
  useUnloadGuard(isDirty)
  const canBlock = useContext(UNSAFE_DataRouterContext) !== null
  return canBlock ? <RouteGuard isDirty={isDirty} mayLeave={mayLeave} /> : null
}

function RouteGuard({ isDirty, mayLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && !departures.includes(nextLocation.pathname) && isDirty(),
  )
  // Asking is something outside of drawing: once per navigation that is held back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question belongs to the navigation, not to the latest functions
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void mayLeave().then((isFree) => (isFree ? blocker.proceed() : blocker.reset()))
  }, [blocker.state])
  return null
}
