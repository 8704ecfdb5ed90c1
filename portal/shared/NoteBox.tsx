import { type ReactNode, useState } from 'react'

/** Narrower screens show only the title, so that the main content is visible first. */
const wideScreen = '(min-width: 748px)'

/** Notes to read before going on; can be collapsed to the title. */
export function NoteBox({ title, children }: { title: string; children: ReactNode }) {
  // Read only once, so that turning a phone does not collapse what the user is reading.
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
