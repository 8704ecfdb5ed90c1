import { type ReactNode, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { askAhead } from '../client/http/ahead.ts'
import type { HttpClient } from '../client/http/httpClient.ts'
import { fetchCode, useCode } from '../client/load/useCode.ts'
import { Spinner } from '../client/parts/Spinner.tsx'
import { openingPath } from '../interpreter/screen/openingPath.ts'
import { homePath } from './access/origin.ts'
import { ProtectedRoute } from './access/ProtectedRoute.tsx'
import { menuPath } from './menu/menuPath.ts'
import { openPages, type PageLoad } from './openPages.ts'
import { PageBoundary } from './PageBoundary.tsx'
import Page500 from './pages/Page500.tsx'

/** Pages inside the frame that no document draws, by path (specification, sections 2.1 and 2.2). */
const ownPages: Readonly<Record<string, PageLoad>> = {
  [homePath]: () => import('./pages/noticeboard/NoticeboardPage.tsx'),
  '/_authority/change_password': () => import('./pages/password/ChangePasswordPage.tsx'),
  '/_authority/forget_password': () => import('./pages/password/HelpDeskPage.tsx'),
  '/settings/api': () => import('./pages/api/ApiPage.tsx'),
  '/settings/role_matrix': () => import('./pages/roles/RoleMatrixPage.tsx'),
}

const screenPage = () => import('./pages/ScreenPage.tsx')
const isScreenPath = (path: string) => /^\/[^/]+\/[^/]+$/.test(path)

const consoleLayout = () => import('./layout/ConsoleLayout.tsx')

/** Letter case and a slash at the end do not count. */
const plain = (path: string) => path.replace(/\/+$/, '').toLowerCase()
const protectedLoad = (path: string) => ownPages[path] ?? (isScreenPath(path) ? screenPage : undefined)

/** What a page behind the sign-in is for. */
interface Visit {
  readonly http: HttpClient
  readonly userName: string
  readonly place: Pick<Location, 'pathname' | 'search'>
}

/** Fetches a page behind the sign-in ahead: all of its code, and what it asks the server for first. */
export async function fetchProtectedPage(visit: Visit): Promise<void> {
  const load = protectedLoad(plain(visit.place.pathname))
  askAhead(visit.http, menuPath)
  await Promise.all([fetchCode(consoleLayout), load === screenPage ? fetchScreenPage(visit) : load && fetchCode(load)])
}

async function fetchScreenPage({ http, userName, place }: Visit): Promise<void> {
  askAhead(http, openingPath(place.pathname))
  const { openAhead } = await fetchCode(screenPage)
  openAhead(http, userName, place)
}

/** Draws the page of the browser's address. The same page is not drawn again for another query: what shows it follows the address itself. */
export function CurrentPage() {
  const path = plain(useLocation().pathname)
  const page = useMemo(() => openPage(path) ?? protectedPage(path), [path])
  return <HereBoundary>{page}</HereBoundary>
}

/** Another address is another try. */
function HereBoundary({ children }: { readonly children: ReactNode }) {
  return <PageBoundary place={useLocation()}>{children}</PageBoundary>
}

function openPage(path: string): ReactNode {
  // Not on demand: where it is needed nothing can be loaded.
  if (path === '/page500') return <Page500 />
  const load = openPages[path]
  return load && <PageOnDemand load={load} />
}

function protectedPage(path: string): ReactNode {
  const load = protectedLoad(path)
  if (load === undefined) {
    return (
      <ProtectedRoute>
        <Navigate to={homePath} replace />
      </ProtectedRoute>
    )
  }
  return (
    <ProtectedRoute>
      <Frame>
        {/* A page that breaks leaves the menu standing. */}
        <HereBoundary>
          <PageOnDemand load={load} />
        </HereBoundary>
      </Frame>
    </ProtectedRoute>
  )
}

function Frame({ children }: { readonly children: ReactNode }) {
  const Layout = useCode(consoleLayout)?.default
  return Layout === undefined ? <Spinner /> : <Layout>{children}</Layout>
}

/** Pages load on demand, a spinner shows meanwhile (specification, section 2.1). */
function PageOnDemand({ load }: { readonly load: PageLoad }) {
  const Page = useCode(load)?.default
  return Page === undefined ? <Spinner /> : <Page />
}
