import { memo, useId } from 'react'
import { pageCountOf, pageSizes, pageWindow } from './pageWindow.ts'

interface PaginationBarProps {
  /** 0-based. */
  readonly pageIndex: number
  readonly pageSize: number
  /** The size with which the list opens, which can be chosen again. */
  readonly usualSize?: number
  readonly totalCount: number
  readonly label: string
  /** Changing the size goes back to the first page (specification 4); the caller gets both. */
  readonly onChange: (page: { readonly pageIndex: number; readonly pageSize: number }) => void
}

/** Page-size and pagination bar (specification 2.4). */
export const PaginationBar = memo(function PaginationBar({
  pageIndex,
  pageSize,
  usualSize = pageSize,
  totalCount,
  label,
  onChange,
}: PaginationBarProps) {
  const sizeId = useId()
  const pageCount = pageCountOf(totalCount, pageSize)
  const sizes = [...new Set([...pageSizes, usualSize, pageSize])].sort((one, other) => one - other)
  const goTo = (page: number) => onChange({ pageIndex: page, pageSize })
  return (
    <div className="list-pagination d-print-none d-flex flex-wrap align-items-center gap-2">
      <label htmlFor={sizeId} className="small text-body-secondary">
        每頁筆數
      </label>
      <select
        id={sizeId}
        className="form-select form-select-sm w-auto"
        value={pageSize}
        onChange={(event) => onChange({ pageIndex: 0, pageSize: Number(event.target.value) })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <span className="small text-body-secondary" aria-live="polite" role="status">
        共 {totalCount.toLocaleString('en-US')} 筆
      </span>
      <nav className="ms-auto" aria-label={label}>
        <ul className="pagination pagination-sm mb-0 flex-wrap">
          <Step label="第一頁" text="«" disabled={pageIndex <= 0} onClick={() => goTo(0)} />
          <Step label="上一頁" text="‹" disabled={pageIndex <= 0} onClick={() => goTo(pageIndex - 1)} />
          {pageWindow(pageIndex, pageCount).map((page, position) =>
            page === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity than its place
              <li key={`gap-${position}`} className="page-item disabled">
                <span className="page-link">…</span>
              </li>
            ) : (
              <PageButton key={page} page={page} current={page === pageIndex} onClick={() => goTo(page)} />
            ),
          )}
          <Step label="下一頁" text="›" disabled={pageIndex >= pageCount - 1} onClick={() => goTo(pageIndex + 1)} />
          <Step label="最後一頁" text="»" disabled={pageIndex >= pageCount - 1} onClick={() => goTo(pageCount - 1)} />
        </ul>
      </nav>
    </div>
  )
})

interface StepProps {
  readonly label: string
  readonly text: string
  readonly disabled: boolean
  readonly onClick: () => void
}

function Step({ label, text, disabled, onClick }: StepProps) {
  return (
    <li className={disabled ? 'page-item disabled' : 'page-item'}>
      <button type="button" className="page-link" aria-label={label} disabled={disabled} onClick={onClick}>
        <span aria-hidden="true">{text}</span>
      </button>
    </li>
  )
}

function PageButton({ page, current, onClick }: { readonly page: number; readonly current: boolean; readonly onClick: () => void }) {
  return (
    <li className={current ? 'page-item active' : 'page-item'}>
      <button
        type="button"
        className="page-link"
        aria-label={`第 ${page + 1} 頁`}
        aria-current={current ? 'page' : undefined}
        onClick={onClick}
      >
        {page + 1}
      </button>
    </li>
  )
}
