import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { reloadWhenReplaced } from '../../src/client/load/replaced.ts'
import { useLateCode } from '../../src/client/load/useCode.ts'
import { type PortalPath, portalPageOf } from '../../src/rules/portalPages.ts'
import { MissingPart } from '../shared/LoadProblem.tsx'
import { Spinner } from '../shared/Spinner.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PortalLayout } from './PortalLayout.tsx'

type PageLoad = () => Promise<{ readonly default: ComponentType }>

/** The pages of the portal (specification, section 2.1). The texts at the top of each are in `portalPages`. */
const pages: Readonly<Record<PortalPath, PageLoad>> = {
  '/member_login': () => import('../features/login/LoginPage.tsx'),
  '/member': () => import('../features/member/MemberPage.tsx'),
  '/member_purchase': () => import('../features/purchase/PurchasePage.tsx'),
  '/corporate_member_register': () => import('../features/register/RegisterPage.tsx'),
  '/corporate_member_apply': () => import('../features/apply/ApplyPage.tsx'),
  '/member_policy': () => import('../features/terms/PolicyPage.tsx'),
  '/member_privacy': () => import('../features/terms/PrivacyPage.tsx'),
  '/exchange': () => import('../features/exchange/ExchangePage.tsx'),
  '/exchange_v2': () => import('../features/exchange/AccountExchangePage.tsx'),
  '/exchange_flow_manual': () => import('../features/flow/FlowManualPage.tsx'),
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
  return (
    <PortalLayout key={pathname} {...words}>
      <PageOnDemand load={pages[pathname as PortalPath]} />
    </PortalLayout>
  )
}

function PageOnDemand({ load }: { readonly load: PageLoad }) {
  const { code, failure, retry } = useLateCode(load)
  // Nothing is entered in a page that has not come.
  useEffect(() => void (failure !== null && reloadWhenReplaced()), [failure])
  if (failure !== null) return <MissingPart onRetry={retry} />
  return code === null ? <Spinner /> : <code.default />
}
