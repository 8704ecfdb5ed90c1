import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { Spinner } from '../client/parts/Spinner.tsx'
import { homePath } from './access/origin.ts'
import { ProtectedRoute } from './access/ProtectedRoute.tsx'
import { BrokenPage } from './pages/BrokenPage.tsx'
import Page500 from './pages/Page500.tsx'

const LoginPage = lazy(() => import('./pages/login/LoginPage.tsx'))
const OpenChangePasswordPage = lazy(() => import('./pages/password/OpenChangePasswordPage.tsx'))
const ForgetPasswordPage = lazy(() => import('./pages/password/ForgetPasswordPage.tsx'))
const ConsoleLayout = lazy(() => import('./layout/ConsoleLayout.tsx'))
const NoticeboardPage = lazy(() => import('./pages/noticeboard/NoticeboardPage.tsx'))
const ChangePasswordPage = lazy(() => import('./pages/password/ChangePasswordPage.tsx'))
const HelpDeskPage = lazy(() => import('./pages/password/HelpDeskPage.tsx'))
const ApiPage = lazy(() => import('./pages/api/ApiPage.tsx'))
const ScreenPage = lazy(() => import('./pages/ScreenPage.tsx'))

/** Pages load on demand, a spinner shows meanwhile (specification, section 2.1). */
function load(page: ReactNode): ReactNode {
  return <Suspense fallback={<Spinner />}>{page}</Suspense>
}

/** Pages inside the frame; screens drawn from documents share one route. */
const pages: RouteObject[] = [
  { path: '/noticeboard', element: load(<NoticeboardPage />) },
  { path: '/_authority/change_password', element: load(<ChangePasswordPage />) },
  { path: '/_authority/forget_password', element: load(<HelpDeskPage />) },
  { path: '/settings/api', element: load(<ApiPage />) },
  { path: '/:group/:name', element: load(<ScreenPage />) },
]

/** The route table (specification, sections 2.1 and 2.2). */
export const routes: RouteObject[] = [
  {
    errorElement: <BrokenPage />,
    children: [
      { path: '/login', element: load(<LoginPage />) },
      // Not on demand: where it is needed nothing can be loaded.
      { path: '/page500', element: <Page500 /> },
      { path: '/change_password', element: load(<OpenChangePasswordPage />) },
      { path: '/forget_password', element: load(<ForgetPasswordPage />) },
      {
        element: <ProtectedRoute />,
        children: [
          {
            element: load(<ConsoleLayout />),
            // A page that breaks leaves the menu standing.
            children: [{ errorElement: <BrokenPage />, children: pages }],
          },
          { path: '*', element: <Navigate to={homePath} replace /> },
        ],
      },
    ],
  },
]
