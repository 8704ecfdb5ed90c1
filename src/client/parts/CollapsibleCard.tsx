import { type ReactNode, useId, useState } from 'react'
import Collapse from 'react-bootstrap/Collapse'

/** A card that can be collapsed by its triangle. Its content stays mounted, so that a collapsed form keeps its input. */
export function CollapsibleCard({ title, collapsed = false, children }: { title: string; collapsed?: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(!collapsed)
  const bodyId = useId()
  return (
    <section className="card collapsible-card">
      <h3 className="card-header">
        <button type="button" className="collapsible-toggle" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setOpen(!isOpen)}>
          <span className="collapsible-triangle" aria-hidden="true">
            {isOpen ? '▼' : '▶'}
          </span>
          {title}
        </button>
      </h3>
      <Collapse in={isOpen}>
        <div id={bodyId}>
          <div className="card-body">{children}</div>
        </div>
      </Collapse>
    </section>
  )
}
