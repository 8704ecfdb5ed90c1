import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type ListLocation, readListLocation, writeListLocation } from '../../../language/query/listLocation.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedList } from '../../../language/resolved.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { groupParam } from '../../report/reportAddress.ts'
import { useEvent } from '../../shared/parts/useStable.ts'
import { withoutParam, withParamOf } from '../../shared/records/keptParam.ts'
import { openPart, tabParam, withOpenOf, withoutOpen } from '../../shared/records/recordAddress.ts'
import { layoutParam, readLayout, type ShownLayout } from './layoutAddress.ts'

interface OpenOptions {
  /** Adds no history entry. */
  readonly replace?: boolean
  /** Shows the rows so; one that this list does not have is the table. Left out: as they are shown now. */
  readonly layout?: string | undefined
}

/** Parameters of the address that say how the list is shown, and not which rows. */
const besideList = [groupParam, layoutParam]

export interface ListLocationState extends ListLocation {
  /** Title of the open tab beside the list. */
  readonly tab: string | null
  /** How the rows are shown; null for the table. */
  readonly layout: ShownLayout | null
  /** Shows them so: `board`, `calendar:2026-11`; null for the table. */
  readonly showLayout: (layout: string | null) => void
  /** True when the address has no parameter of the list; an open form does not count. */
  readonly isBlank: boolean
  /** Changes a part of the query. Any change except of the page goes back to the first page. Returns false when nothing changes. */
  readonly change: (part: Partial<ListQuery>) => boolean
  /** Opens an address of this list. */
  readonly open: (params: URLSearchParams, options?: OpenOptions) => void
  /** Returns to the document's defaults. */
  readonly reset: () => void
}

/** The address as far as a list is concerned. The same object while only the form over the list opens or closes. */
export interface ListAddress {
  /** Without an open form and its tab. */
  readonly shown: URLSearchParams
  /** With the open form; at the time of the call. */
  readonly whole: () => URLSearchParams
  readonly go: (next: URLSearchParams, options?: { readonly replace?: boolean }) => void
  /** Opens another address of the console. */
  readonly leave: (uri: string) => void
}

/** Follows the address bar. */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const text = (openPart(params) === '' ? params : withoutOpen(params)).toString()
  const whole = useEvent(() => params)
  const go = useEvent<Parameters<ListAddress['go']>, void>((next, options) => setParams(next, options))
  const leave = useEvent((uri: string) => void navigate(uri))
  return useMemo(() => ({ shown: new URLSearchParams(text), whole, go, leave }), [text, whole, go, leave])
}

/**
 * The state of a list, owned by the address bar, so that back button, reload and a copied address give the same list. The functions keep
 * their identity.
 */
export function useListLocation(list: ResolvedList, address: ListAddress): ListLocationState {
  const params = useListParams(address.shown)
  const setParams = (next: URLSearchParams, { layout: shown, ...options }: OpenOptions = {}) => {
    const whole = address.whole()
    const params = besideList.reduce((kept, name) => withParamOf(kept, whole, name), withOpenOf(next, whole))
    address.go(shown === undefined ? params : withLayout(params, readLayout(shown, list.layouts) && shown), options)
  }
  const { query, problems, saved } = useMemo(() => readListLocation(params, list, taipeiDate(new Date())), [params, list])
  const change = useEvent((part: Partial<ListQuery>) => {
    const next = writeListLocation({ ...query, pageIndex: 0, ...part }, list, saved)
    setParams(next)
    return next.toString() !== writeListLocation(query, list, saved).toString()
  })
  const open = useEvent<Parameters<ListLocationState['open']>, void>((next, options) => setParams(next, options))
  const reset = useEvent(() => setParams(new URLSearchParams()))
  const layoutText = address.shown.get(layoutParam)
  const layout = useMemo(() => readLayout(layoutText, list.layouts), [layoutText, list.layouts])
  const showLayout = useEvent((text: string | null) => address.go(withLayout(address.whole(), text)))
  return {
    query,
    problems,
    saved,
    tab: address.shown.get(tabParam),
    layout,
    showLayout,
    isBlank: params.size === 0,
    change,
    open,
    reset,
  }
}

function withLayout(params: URLSearchParams, layout: string | null): URLSearchParams {
  const next = withoutParam(params, layoutParam)
  if (layout !== null) next.set(layoutParam, layout)
  return next
}

/** The user's page size replaces the document's, so an address without a page size means the user's. */
export function preferredList(list: ResolvedList, pageSize: number | null): ResolvedList {
  return pageSize === null ? list : { ...list, pageSize }
}

/** The parameters of an address that say which rows a list shows. */
export function listParams(whole: URLSearchParams): URLSearchParams {
  return besideList.reduce(withoutParam, withoutOpen(whole))
}

/** The list's own parameters. The same object while others change, so that the list is not loaded again. */
function useListParams(shown: URLSearchParams): URLSearchParams {
  const text = listParams(shown).toString()
  return useMemo(() => new URLSearchParams(text), [text])
}
