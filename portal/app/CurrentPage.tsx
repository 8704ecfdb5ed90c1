import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { type PortalPath, portalPageOf } from '../../src/rules/portalPages.ts'
import { Spinner } from '../shared/Spinner.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PortalLayout } from './PortalLayout.tsx'

/** The pages of the portal (specification, section 2.1). The texts at the top of each are in `portalPages`. */
const pages: Readonly<Record<PortalPath, ComponentType>> = {
  '/member_login': lazy(() => import('../features/login/LoginPage.tsx')),
  '/member': lazy(() => import('../features/member/MemberPage.tsx')),
  '/member_purchase': lazy(() => import('../features/purchase/PurchasePage.tsx')),
  '/corporate_member_register': lazy(() => import('../features/register/RegisterPage.tsx')),
  '/corporate_member_apply': lazy(() => import('../features/apply/ApplyPage.tsx')),
  '/member_policy': lazy(() => import('../features/terms/PolicyPage.tsx')),
  '/member_privacy': lazy(() => import('../features/terms/PrivacyPage.tsx')),
  '/exchange': lazy(() => import('../features/exchange/ExchangePage.tsx')),
  '/exchange_v2': lazy(() => import('../features/exchange/AccountExchangePage.tsx')),
  '/exchange_flow_manual': lazy(() => import('../features/flow/FlowManualPage.tsx')),
}

/** Draws the page whose path equals the path of the browser exactly; the router alone would also accept a trailing slash. */
export function CurrentPage() {
  const { pathname } = useLocation()
  const words = portalPageOf(pathname)
  if (!words) {
    return (
      <PortalLayout title="找不到頁面" style="corporate">
        <NotFoundPage />
      </PortalLayout>
    )
  }
  const Page = pages[pathname as PortalPath]
  return (
    <PortalLayout key={pathname} {...words}>
      <Suspense fallback={<Spinner />}>
        <Page />
      </Suspense>
    </PortalLayout>
  )
}
