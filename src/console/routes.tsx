import type { ReactNode } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { useCode } from '../client/load/useCode.ts'
import { Spinner } from '../client/parts/Spinner.tsx'
import { homePath } from './access/origin.ts'
import { ProtectedRoute } from './access/ProtectedRoute.tsx'
import { openPages, type PageLoad } from './openPages.ts'
import { BrokenPage } from './pages/BrokenPage.tsx'
import Page500 from './pages/Page500.tsx'

const consoleLayout = () => import('./layout/ConsoleLayout.tsx')
const noticeboardPage = () => import('./pages/noticeboard/NoticeboardPage.tsx')
const changePasswordPage = () => import('./pages/password/ChangePasswordPage.tsx')
const helpDeskPage = () => import('./pages/password/HelpDeskPage.tsx')
const apiPage = () => import('./pages/api/ApiPage.tsx')
const roleMatrixPage = () => import('./pages/roles/RoleMatrixPage.tsx')
const screenPage = () => import('./pages/ScreenPage.tsx')

/** Pages load on demand, a spinner shows meanwhile (specification, section 2.1). */
function onDemand(load: PageLoad): ReactNode {
  return <PageOnDemand load={load} />
}

function PageOnDemand({ load }: { readonly load: PageLoad }) {
  const Page = useCode(load)?.default
  return Page === undefined ? <Spinner /> : <Page />
}

/** Pages inside the frame; screens drawn from documents share one route. */
const pages: RouteObject[] = [
  { path: '/noticeboard', element: onDemand(noticeboardPage) },
  { path: '/_authority/change_password', element: onDemand(changePasswordPage) },
  { path: '/_authority/forget_password', element: onDemand(helpDeskPage) },
  { path: '/settings/api', element: onDemand(apiPage) },
  { path: '/settings/role_matrix', element: onDemand(roleMatrixPage) },
  { path: '/:group/:name', element: onDemand(screenPage) },
]

/** The route table (specification, sections 2.1 and 2.2). */
export const routes: RouteObject[] = [
  {
    errorElement: <BrokenPage />,
    children: [
      ...Object.entries(openPages).map(([path, load]) => ({ path, element: onDemand(load) })),
      // Not on demand: where it is needed nothing can be loaded.
      { path: '/page500', element: <Page500 /> },
      {
        element: <ProtectedRoute />,
        children: [
          {
            element: onDemand(consoleLayout),
            // A page that breaks leaves the menu standing.
            children: [{ errorElement: <BrokenPage />, children: pages }],
          },
          { path: '*', element: <Navigate to={homePath} replace /> },
        ],
      },
    ],
  },
]
