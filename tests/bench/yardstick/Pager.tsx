import type { CompanyQuery } from './company.ts'

interface PagerProps {
  readonly query: CompanyQuery
  readonly totalCount: number
  readonly onChange: (part: Partial<CompanyQuery>) => void
}

export function Pager({ query: { pageIndex, pageSize }, totalCount, onChange }: PagerProps) {
  const last = Math.max(0, Math.ceil(totalCount / pageSize) - 1)
  const steps = [
    ['第一頁', '«', 0, pageIndex === 0],
    ['上一頁', '‹', pageIndex - 1, pageIndex === 0],
    ['下一頁', '›', pageIndex + 1, pageIndex >= last],
    ['最後一頁', '»', last, pageIndex >= last],
  ] as const
  return (
    <div className="list-pagination d-flex align-items-center gap-2">
      <select
        className="form-select form-select-sm w-auto"
        aria-label="每頁筆數"
        value={pageSize}
        onChange={(event) => onChange({ pageIndex: 0, pageSize: Number(event.target.value) })}
      >
        {[5, 10, 25, 50].map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
      <span className="small">共 {totalCount} 筆</span>
      <ul className="pagination pagination-sm mb-0 ms-auto">
        {steps.map(([label, text, target, disabled]) => (
          <li key={label} className={disabled ? 'page-item disabled' : 'page-item'}>
            <button
              type="button"
              className="page-link"
              aria-label={label}
              disabled={disabled}
              onClick={() => onChange({ pageIndex: target })}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
