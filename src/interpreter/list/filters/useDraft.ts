import { useState } from 'react'

/**
 * A typed value that is not submitted yet. When the active value changes (by 查詢, 清除, the back button), the typed value is dropped; the
 * control stays mounted and keeps the focus.
 *
 * @param inForce text that identifies the active value
 * @returns the typed value, or null when there is none; and its setter
 */
export function useDraft<T>(inForce: string): readonly [T | null, (value: T | null) => void] {
  const [typed, setTyped] = useState<T | null>(null)
  const [seen, setSeen] = useState(inForce)
  if (seen === inForce) return [typed, setTyped]
  // React renders again at once with these, before anything is painted.
  setSeen(inForce)
  setTyped(null)
  return [null, setTyped]
}
