import { createContext } from 'react'
import type { FormValues } from '../values/formScope.ts'

/** The version that the shown record replaces; null when there is none, and until it is loaded. */
export const FormerVersionContext = createContext<FormValues | null>(null)
