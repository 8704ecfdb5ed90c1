import Button from 'react-bootstrap/Button'
import type { RowsPage } from './useRowsPage.ts'

/** Pages of a long list of rows; draws nothing for a short one. */
export function RowsPager({ page }: { readonly page: RowsPage }) {
  const { first, last, count, go } = page
  if (!page.isPaged) return null
  return (
    <nav className="d-flex align-items-center gap-2 mb-2" aria-label="明細分頁">
      <Button size="sm" variant="outline-secondary" disabled={first === 0} onClick={() => go(-1)}>
        上一頁
      </Button>
      <span role="status">
        第 {first + 1}–{last} 筆，共 {count} 筆
      </span>
      <Button size="sm" variant="outline-secondary" disabled={last >= count} onClick={() => go(1)}>
        下一頁
      </Button>
    </nav>
  )
}
