import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { reloadWhenReplaced } from '../../client/load/replaced.ts'
import { homePath } from '../access/origin.ts'
import { PageTitle } from '../PageTitle.tsx'

/**
 * Stands for a page that could not be drawn, most often because its files were replaced by a newer version: loading the whole page
 * again helps, and is done at once, because whoever comes to a page has entered nothing in it.
 */
export function BrokenPage() {
  useEffect(() => void reloadWhenReplaced(), [])
  return (
    <section className="open-page">
      <PageTitle title="畫面載入失敗" />
      <div className="open-card text-center">
        <h1 className="h4">畫面載入失敗</h1>
        <p className="text-body-secondary">請重新整理畫面；若仍發生，請洽系統管理人員。</p>
        <div className="d-grid gap-2">
          <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
            重新整理
          </button>
          <Link className="btn btn-outline-secondary" to={homePath}>
            回公告欄
          </Link>
        </div>
      </div>
    </section>
  )
}
