import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect } from 'react'
import type { MenuGroup } from '../../answers/account.ts'
import { getAhead } from '../../client/http/ahead.ts'
import { useLoad } from '../../client/load/useLoad.ts'
import { showProblem } from '../../client/notices.ts'
import { useDocumentEvents } from '../../interpreter/screen/useDocumentEvents.ts'
import { menuPath } from './menuPath.ts'

export interface MenuView {
  readonly state: 'loading' | 'ready' | 'error'
  /** The groups read last; kept while they are read again. */
  readonly groups: readonly MenuGroup[]
}

const dataAtom = atom<MenuView>({ state: 'loading', groups: [] })

/** The user's functions; written only by {@link useMenuLoader}. */
const menuAtom = atom((get) => get(dataAtom))

export function useMenu(): MenuView {
  return useAtomValue(menuAtom)
}

/** Reads the menu when the console opens, and again when a screen was added or removed on the server. */
export function useMenuLoader(): void {
  const setMenu = useSetAtom(dataAtom)

  const { state, data, failure, reload } = useLoad((client, signal) => getAhead<readonly MenuGroup[]>(client, menuPath, { signal }), [])
  const problem = failure?.problem
  useEffect(() => {
    // What was read stays while it is read again.
    if (state !== 'loading' || data === null) setMenu({ state, groups: data ?? [] })
  }, [state, data, setMenu])
  useEffect(() => {
    if (problem !== undefined) showProblem(problem)
  }, [problem])
  useDocumentEvents(
    useCallback(
      (event) => {
        if (event.kind === 'menu' || event.kind === 'reopened') reload()
      },
      [reload],
    ),
  )
}
