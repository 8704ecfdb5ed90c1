import 'bootstrap/dist/css/bootstrap.min.css'
import '../../../../src/console/theme.css'
import '../../../../src/console/styles/parts.css'
import '../../../../src/console/styles/layout.css'
import '../../../../src/console/styles/pages.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useDictionary } from '../../../../src/client/dictionaries.ts'
import { useHttp } from '../../../../src/client/http/HttpContext.tsx'
import { Spinner } from '../../../../src/client/parts/Spinner.tsx'
import { usePermission } from '../../../../src/client/session/useSession.ts'
import { App } from '../../../../src/console/App.tsx'
import { ProtectedRoute } from '../../../../src/console/access/ProtectedRoute.tsx'
import { createConsole } from '../../../../src/console/createConsole.ts'
import { type World, WorldProvider } from '../world.ts'

/** The page by hand in our shell: only the interpreter differs from the console. */
const LoginPage = lazy(() => import('../../../../src/console/pages/login/LoginPage.tsx'))
const ConsoleLayout = lazy(() => import('../../../../src/console/layout/ConsoleLayout.tsx'))
const CompaniesPage = lazy(() => import('../CompaniesPage.tsx'))

const world: World = {
  useHttp,
  useOptions: (name) => useDictionary({ name }).options,
  useAddress: useSearchParams,
  useMay: usePermission,
}

const load = (page: React.ReactNode) => <Suspense fallback={<Spinner />}>{page}</Suspense>

function CurrentPage() {
  const { pathname } = useLocation()
  if (pathname === '/login') return load(<LoginPage />)
  return (
    <ProtectedRoute>{load(<ConsoleLayout>{pathname === '/_company/companies' && load(<CompaniesPage />)}</ConsoleLayout>)}</ProtectedRoute>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <WorldProvider value={world}>
      <App parts={createConsole()}>
        <CurrentPage />
      </App>
    </WorldProvider>
  </StrictMode>,
)
