/** `corporate` pages have a footer. `exchange` pages look like the exchange site and have none (specification, section 2.1). */
export type PortalPageStyle = 'corporate' | 'exchange'

/** Texts at the top of a portal page. The server sends them with the page, and the script draws the same. */
export interface PortalPageWords {
  readonly title: string
  readonly style: PortalPageStyle
  /** Heading of the large area at the top, on pages that people visit first. */
  readonly heading?: string
  /** One or two sentences under the heading that say what the page is for. */
  readonly lead?: string
}

export const portalName = '企業點數兌換網'

/** Titles as in domain 4.18. */
export const portalPages = {
  '/member_login': {
    title: '企業會員登入',
    style: 'corporate',
    heading: '一個帳戶，管好公司的點數',
    lead: '採購點數、發送序號、兌換票券，紀錄隨時查得到。',
  },
  '/member': { title: '企業會員首頁', style: 'corporate' },
  '/member_purchase': {
    title: '採購點數',
    style: 'corporate',
    lead: '發給同仁與客戶的序號、公司帳戶的點數或實體卡，都在這裡申請。',
  },
  '/corporate_member_register': {
    title: '填寫公司資料',
    style: 'corporate',
    heading: '讓收禮的人，自己挑想要的禮',
    lead: '以公司名義採購點數，發給同仁與客戶，由他們自己挑選想要的票券。',
  },
  '/corporate_member_apply': {
    title: '企業會員資料',
    style: 'corporate',
    lead: '申請中的公司，以申請編號、統一編號與電子郵件收到的驗證碼查看審核結果或補件；企業會員登入後，在此更新公司資料。',
  },
  '/member_policy': {
    title: '企業會員條款',
    style: 'corporate',
  },
  '/member_privacy': {
    title: '企業會員隱私權條款',
    style: 'corporate',
  },
  '/exchange': {
    title: '點數兌換',
    style: 'exchange',
    heading: '手上的點數，換成想要的票券',
    lead: '輸入序號、挑選票券、寄到信箱，幾分鐘完成，不需註冊。',
  },
  '/exchange_v2': {
    title: '點數兌換（企業帳戶）',
    style: 'exchange',
    heading: '公司的點數，一次送給每個人',
    lead: '用公司帳戶的點數兌換票券，寄給一位，或一次寄給數百位收件人。',
  },
  '/exchange_flow_manual': {
    title: '兌換流程說明',
    style: 'exchange',
    heading: '四個步驟，點數變票券',
    lead: '從輸入序號到收到票券，幾分鐘就完成。',
  },
} as const satisfies Readonly<Record<string, PortalPageWords>>

export type PortalPath = keyof typeof portalPages

export function portalPageOf(path: string): PortalPageWords | undefined {
  return Object.hasOwn(portalPages, path) ? portalPages[path as PortalPath] : undefined
}

/** Breadcrumb of a page, starting with the section. A page with the same name as its section is shown alone. */
export function portalTrail({ title, style }: Pick<PortalPageWords, 'title' | 'style'>): readonly string[] {
  const section = style === 'corporate' ? '企業會員' : '點數兌換'
  return title === section ? [title] : [section, title]
}

/** CSS classes of the whole page. */
export function portalClasses({ style, heading }: { readonly style: PortalPageStyle; readonly heading?: string | undefined }): string {
  return `portal portal-${style}${heading === undefined ? '' : ' portal-stage'}`
}
