import { useEffect, useState } from 'react'
import { clearDraft, loadDraft, saveDraft } from '../../../src/client/drafts.ts'
import { randomKey } from '../../../src/client/randomKey.ts'

/** Drafts of the portal belong to its own part of the browser: staff may sign in and out of the console beside it. */
const owner = 'portal'

/** A form on its way: what was typed, and the key under which it makes one record however often it is sent. */
export interface Draft<T> {
  readonly values: T
  readonly requestKey: string
  change(changes: Partial<T>): void
  /** The key has made a record of another content: what is typed now is about another one. */
  renewKey(): void
  /** Forgets everything, after it was sent; the next form gets another key. */
  clear(): void
}

/**
 * Typing that survives a reload and being offline.
 *
 * @param name names the form, what it is about, and the member it belongs to
 * @param read makes values of whatever an older draft holds (undefined: none)
 */
export function useDraft<T extends object>(name: string, read: (stored: unknown) => T): Draft<T> {
  const [draft, setDraft] = useState(() => readDraft(name, read))
  useEffect(() => {
    if (draft.isTouched) saveDraft(name, { values: draft.values, requestKey: draft.requestKey }, owner)
  }, [name, draft])
  return {
    values: draft.values,
    requestKey: draft.requestKey,
    change: (changes) => setDraft((current) => ({ ...current, values: { ...current.values, ...changes }, isTouched: true })),
    renewKey: () => setDraft((current) => ({ ...current, requestKey: randomKey() })),
    clear: () => {
      clearDraft(name, owner)
      setDraft({ values: read(undefined), requestKey: randomKey(), isTouched: false })
    },
  }
}

/** True when something was typed under the name and not sent yet. */
export function hasDraft(name: string): boolean {
  return loadDraft(name, owner) !== undefined
}

function readDraft<T>(name: string, read: (stored: unknown) => T) {
  const stored = loadDraft(name, owner)
  if (typeof stored !== 'object' || stored === null || !('values' in stored) || !('requestKey' in stored)) {
    return { values: read(undefined), requestKey: randomKey(), isTouched: false }
  }
  return { values: read(stored.values), requestKey: String(stored.requestKey), isTouched: true }
}
