import { type ReactNode, useState } from 'react'

/** Narrower screens show the title alone: what somebody came for has to be in sight first. */
const wideScreen = '(min-width: 748px)'

/** What somebody should read before going on; it folds to its title. */
export function NoteBox({ title, children }: { title: string; children: ReactNode }) {
  // Read once: turning a phone must not fold what is being read.
  const [isOpenAtFirst] = useState(() => window.matchMedia?.(wideScreen).matches ?? true)
  return (
    <aside className="note-box" aria-label={title}>
      <details open={isOpenAtFirst}>
        <summary>{title}</summary>
        {children}
      </details>
    </aside>
  )
}
