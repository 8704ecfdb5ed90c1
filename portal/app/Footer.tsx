import { Link } from 'react-router-dom'
import { useServiceInfo } from '../shared/serviceInfo.ts'
import { CookieNotice } from './CookieNotice.tsx'

/** Service line, links to customer service, introduction and terms, and the cookie notice (specification, sections 1 and 2.5). */
export function Footer() {
  const { phone, contactUrl, introUrl } = useServiceInfo()
  return (
    <footer className="portal-footer">
      <div className="footer-band">
        <div className="container footer-parts">
          <p className="service-line">
            <span>客服專線</span>
            {phone ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : <span aria-hidden="true">…</span>}
            <span>週一至週日 9:00-21:00</span>
          </p>
          <nav aria-label="服務與條款" className="footer-links">
            {contactUrl && (
              <a href={contactUrl} target="_blank" rel="noopener noreferrer">
                聯絡客服
              </a>
            )}
            {introUrl && (
              <a href={introUrl} target="_blank" rel="noopener noreferrer">
                企業會員介紹
              </a>
            )}
            <Link to="/member_policy">企業會員條款</Link>
            <Link to="/member_privacy">隱私權條款</Link>
          </nav>
        </div>
      </div>
      <CookieNotice />
    </footer>
  )
}
