import 'bootstrap/dist/css/bootstrap.min.css'
import '../../../../src/console/theme.css'
import '../../../../src/console/styles/parts.css'
import '../../../../src/console/styles/layout.css'
import '../../../../src/console/styles/pages.css'
import { StrictMode, useCallback, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import CompaniesPage from '../CompaniesPage.tsx'
import { type Option, type World, WorldProvider } from '../world.ts'
import { call, http, permissions } from './http.ts'

/** The page by hand without any shell: no menu, no session to keep, no router, no messages, nothing that other pages would need. */
const world: World = {
  useHttp: () => http,
  useOptions,
  useAddress,
  useMay: (permission) => permissions.has(permission),
}

const dictionaries = new Map<string, Promise<readonly Option[]>>()
const none: readonly Option[] = []

function useOptions(name: string): readonly Option[] {
  const [options, setOptions] = useState(none)
  useEffect(() => {
    const asked = dictionaries.get(name) ?? call('/api/shared/dictionary', { method: 'PUT', body: JSON.stringify({ parameter: name }) })
    dictionaries.set(name, asked as Promise<readonly Option[]>)
    void (asked as Promise<readonly Option[]>).then(setOptions)
  }, [name])
  return options
}

function useAddress(): ReturnType<World['useAddress']> {
  const [search, setSearch] = useState(window.location.search)
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback((next: (before: URLSearchParams) => Record<string, string>) => {
    setSearch((before) => `?${new URLSearchParams(next(new URLSearchParams(before)))}`)
  }, [])
  useEffect(() => window.history.replaceState(null, '', search || window.location.pathname), [search])
  return [params, change]
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <WorldProvider value={world}>
      <CompaniesPage />
    </WorldProvider>
  </StrictMode>,
)
