import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { Spinner } from '../shared/Spinner.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type PageStyle, PortalLayout } from './PortalLayout.tsx'

interface PortalPage {
  readonly path: string
  readonly title: string
  readonly lead?: string | undefined
  readonly style: PageStyle
  readonly Page: ComponentType
}

type LoadPage = () => Promise<{ default: ComponentType }>

function corporate(path: string, title: string, load: LoadPage, lead?: string): PortalPage {
  return { path, title, lead, style: 'corporate', Page: lazy(load) }
}

function exchange(path: string, title: string, load: LoadPage, lead?: string): PortalPage {
  return { path, title, lead, style: 'exchange', Page: lazy(load) }
}

/** The pages of the portal (specification, section 2.1; titles by domain 4.18). */
const pages: readonly PortalPage[] = [
  corporate('/member_login', '企業會員登入', () => import('../features/login/LoginPage.tsx')),
  corporate('/member', '企業會員首頁', () => import('../features/member/MemberPage.tsx')),
  corporate(
    '/member_purchase',
    '採購點數',
    () => import('../features/purchase/PurchasePage.tsx'),
    '發給同仁與客戶的序號、公司帳戶的點數或實體卡，都在這裡申請。',
  ),
  corporate(
    '/corporate_member_register',
    '填寫公司資料',
    () => import('../features/register/RegisterPage.tsx'),
    '以公司名義採購點數，發給同仁與客戶，由他們自己挑選想要的票券。',
  ),
  corporate('/corporate_member_apply', '企業會員資料', () => import('../features/apply/ApplyPage.tsx')),
  corporate('/member_policy', '企業會員條款', () => import('../features/terms/PolicyPage.tsx')),
  corporate('/member_privacy', '企業會員隱私權條款', () => import('../features/terms/PrivacyPage.tsx')),
  exchange(
    '/exchange',
    '點數兌換',
    () => import('../features/exchange/ExchangePage.tsx'),
    '手上的點數，換成想要的票券。輸入序號、挑選票券、寄到信箱，不需註冊。',
  ),
  exchange(
    '/exchange_v2',
    '點數兌換（企業帳戶）',
    () => import('../features/exchange/AccountExchangePage.tsx'),
    '用公司帳戶的點數兌換票券，寄給一位，或一次寄給數百位收件人。',
  ),
  exchange(
    '/exchange_flow_manual',
    '兌換流程說明',
    () => import('../features/flow/FlowManualPage.tsx'),
    '從輸入序號到收到票券，四個步驟、幾分鐘就完成。',
  ),
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
  const { Page, title, lead, style } = page
  return (
    <PortalLayout key={page.path} title={title} lead={lead} style={style}>
      <Suspense fallback={<Spinner />}>
        <Page />
      </Suspense>
    </PortalLayout>
  )
}
