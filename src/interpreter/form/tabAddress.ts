import { createContext, useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { tabParam } from '../screen/recordAddress.ts'

/** The open tab of a view as the address has it. */
export interface TabAddress {
  /** Null for the first one. */
  readonly title: string | null
  readonly open: (title: string) => void
}

/** Without it a layout keeps its open tab to itself: leaving a form for input by its address would ask for what was typed. */
export const TabAddressContext = createContext<TabAddress | null>(null)

/** A tab is no step of its own: the back button closes the record. */
export function useTabAddress(isAddressed: boolean): TabAddress | null {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const title = params.get(tabParam)
  const open = useCallback(
    (wanted: string) => {
      const next = new URLSearchParams(params)
      next.set(tabParam, wanted)
      void navigate({ search: next.toString() }, { replace: true, state })
    },
    [params, navigate, state],
  )
  return useMemo(() => (isAddressed ? { title, open } : null), [isAddressed, title, open])
}
