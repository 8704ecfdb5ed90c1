/** Shown while something is loading. */
export function Spinner() {
  return (
    <div className="spinner" role="status">
      <span className="visually-hidden">載入中…</span>
    </div>
  )
}
