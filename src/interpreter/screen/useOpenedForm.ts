import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { notify } from '../../client/notices.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { unfinishedForm } from '../form/unfinishedForm.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import type { OpenedForm } from '../shared/records/openForm.ts'
import { openPart, readOpen, tabParam, withOpenOf, withoutOpen, writeOpen } from '../shared/records/recordAddress.ts'

export interface OpenedFormState {
  readonly opened: OpenedForm | null
  /** The address says what is open: a link, a reload and the back button know of it. */
  readonly isAddressed: boolean
  readonly open: (form: OpenedForm) => void
  readonly close: () => void
  /** Shows another record in the place of the one that is shown, over the list at `list`; one step back still closes it. */
  readonly move: (form: OpenedForm, list: URLSearchParams) => void
}

/** Kept with a step of the browser's history: the list that the form was opened over, one step before. */
interface OpenedHere {
  readonly openedOver: string
}

/**
 * The form that is open over a list. The address owns it; what an address cannot say (a copy, input found after a crash) is kept here.
 * An open form keeps the document that it was opened with.
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
    if (next === null) return setOwn(form)
    void navigate({ search: next.toString() }, { state: { openedOver: withoutOpen(params).toString() } satisfies OpenedHere })
  })
  const close = useEvent(() => {
    if (own !== null) return setOwn(null)
    const list = withoutOpen(params).toString()
    // The step that opened it is taken back; a link has none, and another page of the list is not the one to go back to.
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

/** The form of the address, with the document of the moment when it was opened. */
function useAddressedForm(params: URLSearchParams, screen: ResolvedScreen): OpenedForm | null {
  const kept = useRef<{ readonly part: string; readonly opened: OpenedForm } | null>(null)
  const part = openPart(params)
  if (kept.current?.part !== part) {
    const opened = part === '' ? null : readOpen(params, screen)
    kept.current = opened && { part, opened }
  }
  return kept.current?.opened ?? null
}
