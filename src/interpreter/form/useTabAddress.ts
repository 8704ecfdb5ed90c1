import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { tabParam } from '../shared/records/recordAddress.ts'
import type { TabAddress } from './TabAddressContext.ts'

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
