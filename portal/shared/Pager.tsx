interface PagerProps {
  readonly pageIndex: number
  readonly pageSize: number
  readonly totalCount: number
  readonly onChange: (pageIndex: number) => void
}

/** Buttons for the pages of a list; draws nothing for a single page. */
export function Pager({ pageIndex, pageSize, totalCount, onChange }: PagerProps) {
  const pageCount = Math.ceil(totalCount / pageSize)
  if (pageCount <= 1) return null
  return (
    <nav className="pager" aria-label="分頁">
      <button type="button" className="button button-quiet button-small" disabled={pageIndex === 0} onClick={() => onChange(pageIndex - 1)}>
        上一頁
      </button>
      <span>
        第 {pageIndex + 1} / {pageCount} 頁，共 {totalCount.toLocaleString('zh-TW')} 筆
      </span>
      <button
        type="button"
        className="button button-quiet button-small"
        disabled={pageIndex >= pageCount - 1}
        onClick={() => onChange(pageIndex + 1)}
      >
        下一頁
      </button>
    </nav>
  )
}
