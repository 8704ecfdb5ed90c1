import { useState } from 'react'

/**
 * What is typed but not yet sent, beside what is in force. When something else comes into force (查詢, 清除, the back button)
 * the typed value gives way to it; the control itself stays mounted and keeps the focus.
 *
 * @param inForce text that stands for what is in force
 * @returns the typed value, null when there is none; and its setter
 */
export function useDraft<T>(inForce: string): readonly [T | null, (value: T | null) => void] {
  const [typed, setTyped] = useState<T | null>(null)
  const [seen, setSeen] = useState(inForce)
  if (seen === inForce) return [typed, setTyped]
  // React draws again at once with these, before anything reaches the page.
  setSeen(inForce)
  setTyped(null)
  return [null, setTyped]
}
