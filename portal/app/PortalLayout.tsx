import { type ReactNode, useEffect, useRef } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

/** `corporate` pages have the footer; `exchange` pages have a front-exchange look and none (specification, section 2.1). */
export type PageStyle = 'corporate' | 'exchange'

interface PortalLayoutProps {
  readonly title: string
  /** One or two sentences under the title: what this page is for. */
  readonly lead?: string | undefined
  readonly style: PageStyle
  readonly children: ReactNode
}

const siteName = '企業點數兌換網'

/** The page that was loaded by its address; those that follow were reached by links. */
let isFirstPage = true

/** Fixed header, red breadcrumb title bar, the page, and the footer where there is one. */
export function PortalLayout({ title, lead, style, children }: PortalLayoutProps) {
  const main = useRef<HTMLElement>(null)
  // A page that was reached by a link begins at its top, for readers of screens too; the first one begins as the browser wants.
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={`portal portal-${style}`}>
      <title>{`${title}｜${siteName}`}</title>
      <a className="skip-link" href="#content">
        跳到主要內容
      </a>
      <Header />
      <main id="content" ref={main} tabIndex={-1}>
        <div className="title-bar">
          <div className="container">
            <nav aria-label="目前位置" className="trail">
              <ol>
                <li>{style === 'corporate' ? '企業會員' : '點數兌換'}</li>
                <li aria-current="page">{title}</li>
              </ol>
            </nav>
            <h1>{title}</h1>
            {lead && <p className="lead">{lead}</p>}
          </div>
        </div>
        <div className="container page">{children}</div>
      </main>
      {style === 'corporate' && <Footer />}
    </div>
  )
}
