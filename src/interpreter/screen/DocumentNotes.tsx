import { Diagnostics } from './Diagnostics.tsx'
import { DocumentChanges } from './DocumentChanges.tsx'

/** Findings of the checker, and what changed documents mean. */
export default function DocumentNotes() {
  return (
    <div className="d-flex flex-wrap gap-2">
      <Diagnostics />
      <DocumentChanges />
    </div>
  )
}
