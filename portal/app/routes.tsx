import { type ComponentType, lazy, Suspense } from 'react'
import { type RouteObject, useLocation } from 'react-router-dom'
import { Spinner } from '../shared/Spinner.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type PageStyle, PortalLayout } from './PortalLayout.tsx'

interface PortalPage {
  readonly path: string
  readonly title: string
  readonly style: PageStyle
  readonly Page: ComponentType
}

/** The pages of the portal (specification, section 2.1; titles by domain 4.18). */
const pages: readonly PortalPage[] = [
  {
    path: '/corporate_member_register',
    title: '填寫公司資料',
    style: 'corporate',
    Page: lazy(() => import('../features/register/RegisterPage.tsx')),
  },
  {
    path: '/corporate_member_apply',
    title: '企業會員資料',
    style: 'corporate',
    Page: lazy(() => import('../features/apply/ApplyPage.tsx')),
  },
  { path: '/member_policy', title: '企業會員條款', style: 'corporate', Page: lazy(() => import('../features/terms/PolicyPage.tsx')) },
  {
    path: '/member_privacy',
    title: '企業會員隱私權條款',
    style: 'corporate',
    Page: lazy(() => import('../features/terms/PrivacyPage.tsx')),
  },
  {
    path: '/exchange_flow_manual',
    title: '兌換流程說明',
    style: 'exchange',
    Page: lazy(() => import('../features/flow/FlowManualPage.tsx')),
  },
]

/** A page is active only when the path of the browser equals its own: the router alone would also take a slash at the end. */
function CurrentPage() {
  const { pathname } = useLocation()
  const page = pages.find(({ path }) => path === pathname)
  if (!page) {
    return (
      <PortalLayout title="找不到頁面" style="corporate">
        <NotFoundPage />
      </PortalLayout>
    )
  }
  const { Page, title, style } = page
  return (
    <PortalLayout key={page.path} title={title} style={style}>
      <Suspense fallback={<Spinner />}>
        <Page />
      </Suspense>
    </PortalLayout>
  )
}

export const routes: RouteObject[] = [{ path: '*', element: <CurrentPage /> }]
