import { AcceptedChanges } from './AcceptedChanges.tsx'
import { Diagnostics } from './Diagnostics.tsx'

/** Findings of the checker, and what changed documents mean. */
export default function DocumentNotes() {
  return (
    <div className="d-flex flex-wrap gap-2">
      <Diagnostics />
      <AcceptedChanges />
    </div>
  )
}
