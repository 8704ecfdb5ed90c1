import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListQuery } from '../../language/listQuery.ts'
import type { ResolvedList } from '../../language/resolved.ts'
import { taipeiDate } from '../../rules/dates.ts'
import { withGroupOf, withoutGroup } from '../report/reportAddress.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { openPart, tabParam, withOpenOf, withoutOpen } from '../shared/records/recordAddress.ts'
import { type ListLocation, readListLocation, writeListLocation } from './listLocation.ts'

export interface ListLocationState extends ListLocation {
  /** Title of the tab beside the list that is open. */
  readonly tab: string | null
  /** The address says nothing about the list, whatever form is open over it. */
  readonly isBlank: boolean
  /** Changes part of the query; anything but the page itself goes back to the first page. Answers false when the list was there already. */
  readonly change: (part: Partial<ListQuery>) => boolean
  /** Goes to an address of this list; `replace` leaves no step for the back button. */
  readonly open: (params: URLSearchParams, options?: { readonly replace?: boolean }) => void
  /** Back to what the document starts with. */
  readonly reset: () => void
}

/** The list's state, owned by the address bar, with functions of steady identity: back button, reload and a copied address give the same list. */
export function useListLocation(list: ResolvedList): ListLocationState {
  const [whole, setWhole] = useSearchParams()
  const params = useListParams(whole)
  const setParams = (next: URLSearchParams, options?: { readonly replace?: boolean }) =>
    setWhole(withGroupOf(withOpenOf(next, whole), whole), options)
  const { query, problems, saved } = useMemo(() => readListLocation(params, list, taipeiDate(new Date())), [params, list])
  const change = useEvent((part: Partial<ListQuery>) => {
    const next = writeListLocation({ ...query, pageIndex: 0, ...part }, list, saved)
    setParams(next)
    return next.toString() !== writeListLocation(query, list, saved).toString()
  })
  const open = useEvent<Parameters<ListLocationState['open']>, void>((next, options) => setParams(next, options))
  const reset = useEvent(() => setParams(new URLSearchParams()))
  return {
    query,
    problems,
    saved,
    tab: openPart(whole) === '' ? whole.get(tabParam) : null,
    isBlank: params.size === 0,
    change,
    open,
    reset,
  }
}

/** The list's own parameters; the same object while only the open form changes, for the list has nothing to read anew. */
function useListParams(whole: URLSearchParams): URLSearchParams {
  const text = withoutGroup(withoutOpen(whole)).toString()
  return useMemo(() => new URLSearchParams(text), [text])
}
