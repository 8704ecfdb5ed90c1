import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { notify } from '../../client/notices.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { unfinishedForm } from '../form/saving/unfinishedForm.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import type { OpenedForm } from '../shared/records/openForm.ts'
import { openPart, readOpen, tabParam, withOpenOf, withoutOpen, writeOpen } from '../shared/records/recordAddress.ts'

export interface OpenedFormState {
  readonly opened: OpenedForm | null
  /** The open form is part of the address, so links, reload and back button work with it. */
  readonly isAddressed: boolean
  readonly open: (form: OpenedForm) => void
  readonly close: () => void
  /** Shows another record instead, over the list at `list`; one step back still closes the form. */
  readonly move: (form: OpenedForm, list: URLSearchParams) => void
}

/** History state of a form that was opened on this page: the list over which it was opened, one step before. */
interface OpenedHere {
  readonly openedOver: string
}

/**
 * The form that is open over a list. The address owns it; what an address cannot contain (a copy, input restored after a crash) is kept
 * here. An open form keeps the document with which it was opened.
 */
export function useOpenedForm(screen: ResolvedScreen): OpenedFormState {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [own, setOwn] = useState<OpenedForm | null>(() => (openPart(params) === '' ? unfinishedForm(screen) : null))
  const addressed = useAddressedForm(params, screen)
  const isUnknown = openPart(params) !== '' && addressed === null

  useEffect(() => {
    if (!isUnknown) return
    notify.error('網址指定的資料無法開啟，可能沒有權限或網址已失效。')
    void navigate({ search: withoutOpen(params).toString() }, { replace: true })
  }, [isUnknown, params, navigate])

  const open = useEvent((form: OpenedForm) => {
    const next = writeOpen(params, form)
    setOwn(next === null ? form : null)
    if (next === null) return
    void navigate({ search: next.toString() }, { state: { openedOver: withoutOpen(params).toString() } satisfies OpenedHere })
  })
  const close = useEvent(() => {
    if (own !== null) return setOwn(null)
    const list = withoutOpen(params).toString()
    // Goes back to the history entry of the list. A link has none, and a list that moved to another page needs its own address.
    if (isOpenedHere(state) && state.openedOver === list) void navigate(-1)
    else void navigate({ search: list }, { replace: true })
  })
  const move = useEvent((form: OpenedForm, list: URLSearchParams) => {
    const next = writeOpen(list, form)
    if (next === null) return
    const tab = params.get(tabParam)
    if (tab !== null) next.set(tabParam, tab)
    void navigate({ search: withOpenOf(list, next).toString() }, { replace: true, state })
  })
  return { opened: own ?? addressed, isAddressed: own === null, open, close, move }
}

function isOpenedHere(state: unknown): state is OpenedHere {
  return typeof state === 'object' && state !== null && 'openedOver' in state
}

/** The form in the address, with the document at the time when it was opened. */
function useAddressedForm(params: URLSearchParams, screen: ResolvedScreen): OpenedForm | null {
  const kept = useRef<{ readonly part: string; readonly opened: OpenedForm } | null>(null)
  const part = openPart(params)
  if (kept.current?.part !== part) {
    const opened = part === '' ? null : readOpen(params, screen)
    kept.current = opened && { part, opened }
  }
  return kept.current?.opened ?? null
}
