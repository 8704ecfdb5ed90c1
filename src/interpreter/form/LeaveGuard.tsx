import { type RefObject, useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom'
import { openPart } from '../shared/records/recordAddress.ts'
import { useUnloadGuard } from './useUnloadGuard.ts'

/** What an open form answers when the user wants to leave it. */
export interface LeaveQuestions {
  /** Called when the user leaves. */
  readonly isDirty: () => boolean
  /** Asks the user if unsaved input would be lost; true when the form may be left. */
  readonly mayLeave: () => Promise<boolean>
}

export const nothingToLose: LeaveQuestions = { isDirty: () => false, mayLeave: () => Promise.resolve(true) }

interface LeaveGuardProps {
  /** Questions of the open form. */
  readonly questions: RefObject<LeaveQuestions>
  /** The open form is part of the address, so going back closes it. */
  readonly isAddressed?: boolean
  /** Closes a form that is not part of the address. */
  readonly onBack: () => void
}

/** Pages after the end of the session or a server failure: the user cannot stay, and the draft keeps the input. */
const departures: readonly string[] = ['/login', '/page500']

/**
 * Guards an open form against leaving. For another page of the console we ask in our own dialog, for another site the browser asks. The
 * back button closes the form, as users expect of a dialog, and the list behind it stays unchanged. Only the console's router can hold back
 * a navigation; under another router (in a test) nothing is asked.
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
