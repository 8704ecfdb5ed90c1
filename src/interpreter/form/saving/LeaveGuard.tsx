import { type RefObject, useRef } from 'react'
import { useGuard } from '../../../client/navigation/NavigationProvider.tsx'
import { openPart } from '../../shared/records/recordAddress.ts'
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

const openAt = ({ search }: { readonly search: string }) => openPart(new URLSearchParams(search))

/**
 * Guards an open form against leaving. For another page of the console we ask in our own dialog, for another site the browser asks. The
 * back button closes the form, as users expect of a dialog, and the list behind it stays unchanged.
 */
export function LeaveGuard({ questions, isAddressed = false, onBack }: LeaveGuardProps) {
  useUnloadGuard(() => questions.current.isDirty())
  const isAsking = useRef(false)
  useGuard(({ from, to, action }, goOn) => {
    if (departures.includes(to.pathname)) return false
    const isElsewhere = to.pathname !== from.pathname
    const isBack = !isAddressed && action === 'POP'
    const leaves = isElsewhere || (isAddressed && openAt(to) !== openAt(from))
    if (!isBack && !(leaves && questions.current.isDirty())) return false
    // One question at a time: what else is tried meanwhile waits for ever.
    if (!isAsking.current) void ask(isBack ? onBack : goOn)
    return true
  })
  async function ask(leave: () => void): Promise<void> {
    isAsking.current = true
    try {
      if (await questions.current.mayLeave()) leave()
    } finally {
      isAsking.current = false
    }
  }
  return null
}
