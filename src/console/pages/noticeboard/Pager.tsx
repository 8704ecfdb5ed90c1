import Button from 'react-bootstrap/Button'

export function Pager({ pageIndex, pageCount, onChange }: { pageIndex: number; pageCount: number; onChange: (pageIndex: number) => void }) {
  return (
    <nav className="card-footer d-flex align-items-center justify-content-end gap-2 d-print-none" aria-label="公告分頁">
      <Button size="sm" variant="outline-secondary" disabled={pageIndex === 0} onClick={() => onChange(pageIndex - 1)}>
        上一頁
      </Button>
      <span>
        {pageIndex + 1} / {pageCount}
      </span>
      <Button size="sm" variant="outline-secondary" disabled={pageIndex + 1 >= pageCount} onClick={() => onChange(pageIndex + 1)}>
        下一頁
      </Button>
    </nav>
  )
}
