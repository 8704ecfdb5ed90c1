import { Link, useLocation } from 'react-router-dom'
import { errorTexts } from '../../client/http/errorCatalogue.ts'
import { Icon } from '../../client/parts/Icon.tsx'
import { originOf } from '../access/origin.ts'
import { PageTitle } from '../PageTitle.tsx'

/** The system error page, also shown when the server does not answer. */
export default function Page500() {
  const origin = originOf(useLocation().state)
  return (
    <main className="open-page">
      <PageTitle title="系統錯誤" />
      <section className="open-card text-center">
        <Icon name="wifi_off" className="open-icon" />
        <h1 className="h4">{errorTexts.networkLost}</h1>
        <p className="text-body-secondary">請確認網路連線，稍後再試一次。</p>
        <div className="d-grid gap-2">
          {/* A whole new page: whatever was half loaded is asked for again. */}
          <a className="btn btn-primary" href={origin}>
            重新整理
          </a>
          <Link className="btn btn-outline-secondary" to="/login">
            回登入頁
          </Link>
        </div>
      </section>
    </main>
  )
}
