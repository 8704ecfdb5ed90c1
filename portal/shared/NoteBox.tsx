import type { ReactNode } from 'react'

/** A box for what somebody should read before going on. */
export function NoteBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside className="note-box" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </aside>
  )
}
