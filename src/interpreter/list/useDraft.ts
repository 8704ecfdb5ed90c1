import { useCallback, useState } from 'react'

/**
 * What is typed but not yet sent, beside what is in force. When something else comes into force (the back button, a shipped
 * view, 清除) the typed text gives way to it; the control itself stays mounted and keeps the focus.
 *
 * @param inForce text that stands for what is in force
 * @returns the typed value, null when there is none; and its setter
 */
export function useDraft<T>(inForce: string): readonly [T | null, (value: T | null) => void] {
  const [typed, setTyped] = useState<{ readonly inForce: string; readonly value: T } | null>(null)
  const set = useCallback((value: T | null) => setTyped(value === null ? null : { inForce, value }), [inForce])
  return [typed !== null && typed.inForce === inForce ? typed.value : null, set]
}
