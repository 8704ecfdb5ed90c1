import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { dictionaryCacheOf } from '../../client/dictionaryCache.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import { useLoad } from '../../client/load/useLoad.ts'
import { showProblem } from '../../client/notices.ts'
import { Spinner } from '../../client/parts/Spinner.tsx'
import Screen from '../../interpreter/Screen.tsx'
import { openScreenAhead } from '../../interpreter/screen/openScreen.ts'
import { homePath } from '../access/origin.ts'
import { findMenuPlace } from '../menu/menu.ts'
import { useMenu } from '../menu/menuAtom.ts'

/** Opens the screen of an address before this page is drawn. */
export function openAhead(http: HttpClient, userName: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  openScreenAhead(http, { dictionaries: dictionaryCacheOf(http, userName), uri: pathname, search })
}

/** A screen drawn from its document. */
export default function ScreenPage() {
  const { pathname } = useLocation()
  const menu = useMenu()
  const [drawn, setDrawn] = useState<string | null>(null)
  const isListed = findMenuPlace(menu.groups, pathname) !== undefined || menu.state === 'error'
  if (isListed && drawn !== pathname) setDrawn(pathname)
  // A screen that has left the menu meanwhile stays until somebody goes elsewhere: a form may be open in it.
  if (isListed || drawn === pathname) return <Screen uri={pathname} />
  // Most addresses are screens of the menu, so that nothing waits for it.
  if (menu.state === 'loading') return <Screen uri={pathname} isUnsure />
  return <UnlistedScreen key={pathname} uri={pathname} />
}

/**
 * A path outside the user's menu: an unknown one leads to the notice board in silence, one that the user may not open says so. A
 * screen that came into being after the menu was read is drawn.
 */
function UnlistedScreen({ uri }: { uri: string }) {
  const { state, failure } = useLoad((http, signal) => http.get(`/api/screens${uri}`, { signal }), [uri])
  const problem = failure?.problem
  useEffect(() => {
    if (problem !== undefined && !(isHttpProblem(problem) && problem.status === 404)) showProblem(problem)
  }, [problem])
  if (state === 'loading') return <Spinner />
  return state === 'ready' ? <Screen uri={uri} /> : <Navigate to={homePath} replace />
}
