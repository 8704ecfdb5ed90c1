import { Link, useLocation } from 'react-router-dom'
import { homePath } from '../access/origin.ts'
import { useTrail } from './trail.ts'

/** The way from the notice board to the open page. */
export function Breadcrumb() {
  const trail = useTrail(useLocation().pathname)
  const last = trail.at(-1)
  return (
    <nav aria-label="目前位置" className="console-breadcrumb">
      <ol className="breadcrumb mb-0">
        {trail.slice(0, -1).map((step) => (
          <li key={step} className="breadcrumb-item">
            {step === trail[0] ? <Link to={homePath}>{step}</Link> : step}
          </li>
        ))}
        <li className="breadcrumb-item active" aria-current="page">
          {last}
        </li>
      </ol>
    </nav>
  )
}
