import { type FocusEvent, useState } from 'react'
import type { Problems } from './useAttempt.ts'

/**
 * Shows the errors of a field when the user leaves it. For a form whose button is disabled until everything is valid, so that nobody can
 * try to send it.
 *
 * @param found current errors by field id
 * @returns errors to show, and the handler for leaving a field, which belongs on the form
 */
export function useLeftFields(found: Problems) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const handleBlur = ({ target, relatedTarget }: FocusEvent) => {
    const id = fieldOf(target)
    // Moving to another choice of the same group does not leave the field.
    if (id === undefined || left.has(id) || fieldOf(relatedTarget) === id) return
    setLeft(new Set([...left, id]))
  }
  const shown = Object.fromEntries(Object.entries(found).filter(([id]) => left.has(id)))
  return { shown, handleBlur }
}

/** Choices belong to the group whose name is the name of the field. */
function fieldOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return undefined
  return target.id || target.name || undefined
}
