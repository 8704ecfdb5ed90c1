import { useEffect, useState } from 'react'
import { clearDraft, loadDraft, saveDraft } from '../../../src/client/drafts.ts'
import { randomKey } from '../../../src/client/randomKey.ts'

/** A form on its way: what was typed, and the key under which it makes one record however often it is sent. */
export interface Draft<T> {
  readonly values: T
  readonly requestKey: string
  change(changes: Partial<T>): void
  /** Forgets everything, after it was sent; the next form gets another key. */
  clear(): void
}

/**
 * Typing that survives a reload and being offline.
 *
 * @param name names the form, and what it is about
 * @param read makes values of whatever an older draft holds (undefined: none)
 */
export function useDraft<T extends object>(name: string, read: (stored: unknown) => T): Draft<T> {
  const [draft, setDraft] = useState(() => readDraft(name, read))
  useEffect(() => {
    if (draft.isTouched) saveDraft(name, { values: draft.values, requestKey: draft.requestKey })
  }, [name, draft])
  return {
    values: draft.values,
    requestKey: draft.requestKey,
    change: (changes) => setDraft((current) => ({ ...current, values: { ...current.values, ...changes }, isTouched: true })),
    clear: () => {
      clearDraft(name)
      setDraft({ values: read(undefined), requestKey: randomKey(), isTouched: false })
    },
  }
}

function readDraft<T>(name: string, read: (stored: unknown) => T) {
  const stored = loadDraft(name)
  if (typeof stored !== 'object' || stored === null || !('values' in stored) || !('requestKey' in stored)) {
    return { values: read(undefined), requestKey: randomKey(), isTouched: false }
  }
  return { values: read(stored.values), requestKey: String(stored.requestKey), isTouched: true }
}
