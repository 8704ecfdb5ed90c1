import { type FocusEvent, useState } from 'react'
import type { Problems } from './useAttempt.ts'

/**
 * Messages of a form whose button waits until everything is right: nobody can try to send it, so what is wrong with a field is said when
 * the field is left.
 *
 * @param found what is wrong now, by the id of the field
 * @returns what to show of it, and what hears that a field is left: it belongs on the form
 */
export function useLeftFields(found: Problems) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const handleBlur = ({ target, relatedTarget }: FocusEvent) => {
    const id = fieldOf(target)
    // From one choice to the next of the same group nothing is left.
    if (id === undefined || left.has(id) || fieldOf(relatedTarget) === id) return
    setLeft(new Set([...left, id]))
  }
  const shown = Object.fromEntries(Object.entries(found).filter(([id]) => left.has(id)))
  return { shown, handleBlur }
}

/** Choices belong to the group that has the name of the field. */
function fieldOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return undefined
  return target.id || target.name || undefined
}
