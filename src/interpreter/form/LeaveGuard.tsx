import { type RefObject, useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom'
import { openPart } from '../shared/records/recordAddress.ts'
import { useUnloadGuard } from './useUnloadGuard.ts'

/** What an open form knows about leaving it. */
export interface LeaveQuestions {
  /** Asked at the moment of leaving. */
  readonly isDirty: () => boolean
  /** Asks the person when there is something to lose; true when the form may be left. */
  readonly mayLeave: () => Promise<boolean>
}

export const nothingToLose: LeaveQuestions = { isDirty: () => false, mayLeave: () => Promise.resolve(true) }

interface LeaveGuardProps {
  /** Of the form that is open now. */
  readonly questions: RefObject<LeaveQuestions>
  /** The address says that the form is open: going back takes it away by itself. */
  readonly isAddressed?: boolean
  /** Closes a form of which the address knows nothing. */
  readonly onBack: () => void
}

/** Where the session ends or the server is gone: nobody can stay, and the draft keeps the input. */
const departures: readonly string[] = ['/login', '/page500']

/**
 * Guards an open form against leaving: another page of the console asks by our own dialog, another site by the browser's. The back
 * button closes the form, as people expect of what covers the page; the list behind it stays where it was.
 * Only the console's router can hold a navigation back; inside another one (a test) leaving is free.
 */
export function LeaveGuard({ questions, isAddressed = false, onBack }: LeaveGuardProps) {
  useUnloadGuard(() => questions.current.isDirty())
  const canBlock = useContext(UNSAFE_DataRouterContext) !== null
  return canBlock ? <RouteGuard questions={questions} isAddressed={isAddressed} onBack={onBack} /> : null
}

const openAt = ({ search }: { readonly search: string }) => openPart(new URLSearchParams(search))

function RouteGuard({ questions, isAddressed = false, onBack }: LeaveGuardProps) {
  const isBack = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (departures.includes(nextLocation.pathname)) return false
    const isElsewhere = nextLocation.pathname !== currentLocation.pathname
    if (isAddressed) return (isElsewhere || openAt(nextLocation) !== openAt(currentLocation)) && questions.current.isDirty()
    isBack.current = historyAction === 'POP'
    return isBack.current || (isElsewhere && questions.current.isDirty())
  })
  // Asking is something outside of drawing: once per navigation that is held back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question belongs to the navigation, not to the latest functions
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const mustClose = isBack.current
    void questions.current.mayLeave().then((isFree) => {
      if (isFree && !mustClose) return blocker.proceed()
      blocker.reset()
      if (isFree) onBack()
    })
  }, [blocker.state])
  return null
}
