import { createContext } from 'react'
import type { FormValues } from './formScope.ts'

/** The version that the shown record replaces; null without one, and until it has been read. */
export const FormerVersionContext = createContext<FormValues | null>(null)
