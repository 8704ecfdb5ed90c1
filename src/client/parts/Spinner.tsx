import BootstrapSpinner from 'react-bootstrap/Spinner'

/** Shown while something is loading. */
export function Spinner({ label = '載入中…' }: { label?: string }) {
  return (
    <div className="spinner-block" role="status">
      <BootstrapSpinner animation="border" aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
