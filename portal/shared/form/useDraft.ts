import { useEffect, useState } from 'react'
import { clearDraft, loadDraft, portalOwner as owner, saveDraft } from '../../../src/client/drafts.ts'
import { randomKey } from '../../../src/client/randomKey.ts'

/** The draft of a form: typed values, and the key that makes repeated requests one record. */
export interface Draft<T> {
  readonly values: T
  readonly requestKey: string
  change(changes: Partial<T>): void
  /** The key was used for a record with another content, so the current input needs a new one. */
  renewKey(): void
  /** Clears the draft after it was sent; the next form gets another key. */
  clear(): void
}

/**
 * Keeps typed values over a reload and while offline.
 *
 * @param name identifies the form, its subject, and the member
 * @param read makes values from the content of an older draft (undefined: none)
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

/** True when there is a draft of this name that was not sent. */
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

/** The members of what a draft held, for `read` of {@link useDraft}; none for anything else. */
export function storedMembers(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

/** A text of a draft; empty for what an older or foreign page stored under the name. */
export function storedText(stored: unknown): string {
  return typeof stored === 'string' ? stored : ''
}
