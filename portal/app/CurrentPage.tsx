import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { Spinner } from '../shared/Spinner.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type PageStyle, PortalLayout } from './PortalLayout.tsx'

interface PortalPage {
  readonly path: string
  readonly title: string
  readonly style: PageStyle
  readonly Page: ComponentType
}

function corporate(path: string, title: string, load: () => Promise<{ default: ComponentType }>): PortalPage {
  return { path, title, style: 'corporate', Page: lazy(load) }
}

function exchange(path: string, title: string, load: () => Promise<{ default: ComponentType }>): PortalPage {
  return { path, title, style: 'exchange', Page: lazy(load) }
}

/** The pages of the portal (specification, section 2.1; titles by domain 4.18). */
const pages: readonly PortalPage[] = [
  corporate('/member_login', '企業會員登入', () => import('../features/login/LoginPage.tsx')),
  corporate('/member', '企業會員首頁', () => import('../features/member/MemberPage.tsx')),
  corporate('/corporate_member_register', '填寫公司資料', () => import('../features/register/RegisterPage.tsx')),
  corporate('/corporate_member_apply', '企業會員資料', () => import('../features/apply/ApplyPage.tsx')),
  corporate('/member_policy', '企業會員條款', () => import('../features/terms/PolicyPage.tsx')),
  corporate('/member_privacy', '企業會員隱私權條款', () => import('../features/terms/PrivacyPage.tsx')),
  exchange('/exchange', '點數兌換', () => import('../features/exchange/ExchangePage.tsx')),
  exchange('/exchange_v2', '點數兌換（企業帳戶）', () => import('../features/exchange/AccountExchangePage.tsx')),
  exchange('/exchange_flow_manual', '兌換流程說明', () => import('../features/flow/FlowManualPage.tsx')),
]

/** A page is active only when the path of the browser equals its own: the router alone would also take a slash at the end. */
export function CurrentPage() {
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
