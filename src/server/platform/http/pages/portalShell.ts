import { type PortalPageWords, portalClasses, portalName, portalPageOf, portalPages, portalTrail } from '../../../../rules/portalPages.ts'

/** Descriptions for search engines. Only public pages have one. */
const descriptions: Readonly<Record<string, string>> = {
  '/member_login': '企業會員登入：採購點數、把序號發給同仁與客戶、以公司帳戶兌換票券，並查詢點數、發票與兌換紀錄。',
  '/corporate_member_register': '申請成為企業會員：線上填寫公司資料，審核後即可採購點數，發給同仁與客戶，由他們自己挑選想要的票券。',
  '/corporate_member_apply': '查詢企業會員申請的審核進度、補件，以及更新公司資料。',
  '/member_policy': '企業會員條款：點數、序號、票券兌換、發票與帳號的使用規則。',
  '/member_privacy': '企業會員隱私權條款：個人資料的蒐集目的、類別、利用方式與您的權利。',
  '/exchange': '輸入點數序號或卡號，挑選超市、餐飲、圖書與旅遊票券，立即寄到電子信箱，不需註冊。',
  '/exchange_flow_manual': '點數兌換流程與常見問題：取得序號、輸入序號與密碼、選擇票券、確認並接收票券。',
}

/**
 * Fills the page of the portal for a path: title, description for search engines, and the top of the page as `PortalLayout` draws it. The
 * top can be read as soon as the styles are loaded, long before the script runs; the script then draws the same.
 *
 * @param page `portal/index.html` of the build
 * @param description for search engines
 */
export function fillPortalPage(page: string, words: PortalPageWords, description?: string): string {
  const mark = /<link rel="icon"[^>]*href="([^"]+)"/.exec(page)?.[1]
  const meta = description ? `\n    <meta name="description" content="${escapeHtml(description)}" />` : ''
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(`${words.title}｜${portalName}`)}</title>${meta}`)
    .replace('<div id="root"></div>', () => `<div id="root">${shellOf(words, mark)}</div>`)
}

/** All pages of the portal, by path. */
export function fillPortalPages(page: string): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(portalPages).flatMap((path) => {
      const words = portalPageOf(path)
      return words ? [[path, fillPortalPage(page, words, descriptions[path])] as const] : []
    }),
  )
}

/** Draws the top of a page. It has no header links, because members see others. */
function shellOf(words: PortalPageWords, mark: string | undefined): string {
  const { title, heading, lead } = words
  const trail = portalTrail(words).map((name) => `<li${name === title ? ' aria-current="page"' : ''}>${escapeHtml(name)}</li>`)
  return (
    `<div class="${portalClasses(words)}"><header class="portal-header"><div class="container header-line"><span class="brand">` +
    `${mark ? `<img src="${mark}" alt="" width="40" height="40">` : ''}<span class="brand-name">${portalName}</span></span></div></header>` +
    `<main><div class="title-bar"><div class="container"><nav aria-label="目前位置" class="trail"><ol>${trail.join('')}</ol></nav>` +
    `<h1>${escapeHtml(heading ?? title)}</h1>${lead ? `<p class="lead">${escapeHtml(lead)}</p>` : ''}</div></div></main></div>`
  )
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => names[character] ?? character)
}
