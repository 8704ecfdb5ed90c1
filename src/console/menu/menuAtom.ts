import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { isHttpProblem } from '../../client/http/problem.ts'
import { showProblem } from '../../client/notices.ts'
import { subscribeToDocumentEvents } from '../../interpreter/screen/documentEvents.ts'
import type { MenuGroup } from './menu.ts'

export interface MenuView {
  readonly state: 'loading' | 'ready' | 'error'
  /** The groups read last; kept while they are read again. */
  readonly groups: readonly MenuGroup[]
}

const dataAtom = atom<MenuView>({ state: 'loading', groups: [] })

/** The user's functions; written only by {@link useMenuLoader}. */
export const menuAtom = atom((get) => get(dataAtom))

export function useMenu(): MenuView {
  return useAtomValue(menuAtom)
}

/** Reads the menu when the console opens, and again when a screen was added or removed on the server. */
export function useMenuLoader(): void {
  const http = useHttp()
  const setMenu = useSetAtom(dataAtom)

  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      try {
        const groups = await http.get<readonly MenuGroup[]>('/api/account/users/me/functions', { signal: controller.signal })
        setMenu({ state: 'ready', groups })
      } catch (problem) {
        if (isHttpProblem(problem) && problem.kind === 'aborted') return
        setMenu((before) => ({ ...before, state: 'error' }))
        showProblem(problem)
      }
    }
    setMenu({ state: 'loading', groups: [] })
    void load()
    const unsubscribe = subscribeToDocumentEvents(http, (event) => {
      if (event.kind === 'menu' || event.kind === 'reopened') void load()
    })
    return () => {
      controller.abort()
      unsubscribe()
    }
  }, [http, setMenu])
}
