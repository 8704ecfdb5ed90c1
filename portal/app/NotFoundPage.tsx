import { Link } from 'react-router-dom'

/** Shown for portal paths without a page. */
export function NotFoundPage() {
  return (
    <section className="card">
      <p>這個網址沒有對應的頁面，請確認網址是否正確，或由下列頁面繼續。</p>
      <p className="button-row">
        <Link className="button" to="/corporate_member_register">
          申請成為企業會員
        </Link>
        <Link className="button button-quiet" to="/corporate_member_apply">
          查詢申請進度
        </Link>
      </p>
    </section>
  )
}
