import { type Drawings, drawingOf } from './menuDrawings.ts'

/**
 * The icon that a menu document names. Its place is kept until its drawing is there, and stays empty for a name that nobody knows. Drawn as a
 * path: browsers look after each `<use>` of another file whenever the page changes, which made the errors of a form a third slower.
 *
 * @param drawings null while they are loaded
 */
export function MenuIcon({ name, drawings }: { name: string; drawings: Drawings | null }) {
  return (
    <svg className="icon" viewBox="0 -960 960 960" focusable="false" aria-hidden="true">
      <path d={drawingOf(name, drawings)} />
    </svg>
  )
}
