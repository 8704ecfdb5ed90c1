import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { tabParam } from '../../shared/records/recordAddress.ts'
import type { TabAddress } from './TabAddressContext.ts'

/** The tab of a view in the address. Changing the tab adds no history entry, so that the back button closes the record. */
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
