import 'bootstrap/dist/css/bootstrap.min.css'
import '../../../src/console/theme.css'
import '../../../src/console/styles/parts.css'
import '../../../src/console/styles/layout.css'
import '../../../src/console/styles/pages.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Spinner } from '../../../src/client/parts/Spinner.tsx'
import { App } from '../../../src/console/App.tsx'
import { ProtectedRoute } from '../../../src/console/access/ProtectedRoute.tsx'
import { createConsole } from '../../../src/console/createConsole.ts'

/** The yardstick of the benchmarks: the same shell with a hand-written merchants page. Only the interpreter differs from the console. */
const LoginPage = lazy(() => import('../../../src/console/pages/login/LoginPage.tsx'))
const ConsoleLayout = lazy(() => import('../../../src/console/layout/ConsoleLayout.tsx'))
const CompaniesPage = lazy(() => import('./CompaniesPage.tsx'))

const load = (page: React.ReactNode) => <Suspense fallback={<Spinner />}>{page}</Suspense>
const companies = { path: '/_company/companies', element: load(<CompaniesPage />) }
const table = [
  { path: '/login', element: load(<LoginPage />) },
  { element: <ProtectedRoute />, children: [{ element: load(<ConsoleLayout />), children: [companies, { path: '*', element: null }] }] },
]

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App parts={createConsole(table)} />
  </StrictMode>,
)
