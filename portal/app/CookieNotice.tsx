import { useState } from 'react'
import { Link } from 'react-router-dom'

/** Key of local storage for the dismissal (specification, section 9). */
const cookieNoticeKey = 'cookie'

/** Shown until the visitor clicks X, then never again in this browser. */
export function CookieNotice() {
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(cookieNoticeKey) !== null)
  if (isDismissed) return null
  const handleDismiss = () => {
    localStorage.setItem(cookieNoticeKey, '1')
    setDismissed(true)
  }
  return (
    <section className="cookie-notice" aria-label="Cookie 使用聲明">
      <div className="container">
        <p>
          本網站使用 Cookie 記錄您的偏好設定，繼續瀏覽即表示您同意我們使用 Cookie。詳情請參閱<Link to="/member_privacy">隱私權條款</Link>。
        </p>
        <button type="button" className="plain-button" aria-label="關閉 Cookie 使用聲明" onClick={handleDismiss}>
          <span aria-hidden="true">✕</span>
        </button>
      </div>
    </section>
  )
}
