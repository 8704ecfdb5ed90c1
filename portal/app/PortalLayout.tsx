import { type ReactNode, useEffect, useRef } from 'react'
import { type PortalPageWords, portalClasses, portalName, portalTrail } from '../../src/rules/portalPages.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

interface PortalLayoutProps extends PortalPageWords {
  readonly children: ReactNode
}

/** True until the first page, loaded by its address, was drawn; later pages are reached by links. */
let isFirstPage = true

/**
 * Fixed header, red breadcrumb title bar, the page, and a footer if it has one. The server sends the part above the page too
 * (`portalShell.ts`).
 */
export function PortalLayout({ title, heading, lead, style, children }: PortalLayoutProps) {
  const main = useRef<HTMLElement>(null)
  // A page reached by a link starts at its top, also for screen readers. The first page starts where the browser wants.
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [])
  const trail = portalTrail({ title, style })
  return (
    <div className={portalClasses({ style, heading })}>
      <title>{`${title}｜${portalName}`}</title>
      <a className="skip-link" href="#content">
        跳到主要內容
      </a>
      <Header />
      <main id="content" ref={main} tabIndex={-1}>
        <div className="title-bar">
          <div className="container">
            <nav aria-label="目前位置" className="trail">
              <ol>
                {trail.map((name) => (
                  <li key={name} aria-current={name === title ? 'page' : undefined}>
                    {name}
                  </li>
                ))}
              </ol>
            </nav>
            <h1>{heading ?? title}</h1>
            {lead && <p className="lead">{lead}</p>}
          </div>
        </div>
        <div className="container page">{children}</div>
      </main>
      {style === 'corporate' && <Footer />}
    </div>
  )
}
