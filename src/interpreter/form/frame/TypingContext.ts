import { createContext, useContext } from 'react'
import type { FormValues } from '../values/formScope.ts'

/** How a form takes what somebody types, as long as RJSF need not know it. */
export interface Typing {
  /** True when errors are shown, which follow every key. */
  readonly isJudged: () => boolean
  /** Keeps the input of the form. */
  readonly note: (values: FormValues) => void
}

export const TypingContext = createContext<Typing>({ isJudged: () => true, note: () => undefined })

export const useTyping = (): Typing => useContext(TypingContext)
