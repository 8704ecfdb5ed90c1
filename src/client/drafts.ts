import { createStoredSession } from './session/storedSession.ts'

const prefix = 'draft:'

/** How often drafts were removed by a sign-out since the page was loaded. */
let removals = 0

/** Owner of all drafts of the portal, so that they do not depend on who signs in and out at the console. */
export const portalOwner = 'portal'

/** The apps whose drafts are removed separately, because each has a sign-out of its own. */
type DraftApp = 'console' | typeof portalOwner

/** Entry of local storage by which a sign-out is told to other tabs. */
const signOutKey = 'signedOut'

/** Names of fields that are never stored in a draft (security baseline: no passwords). */
const secretName = /password|pwd|secret|captcha/i

/**
 * Drafts of forms: typed input survives the reload after a token refresh and a new sign-in. Stored in session storage per user and key; the
 * key contains route and form (`/_company/companies:edit:42`). Remove a draft when its form was saved or discarded.
 *
 * @param owner user of the draft; default: the user signed in at the console; nothing is stored when there is none
 */
export function saveDraft(key: string, value: unknown, owner = signedInSub()): void {
  // A form that closes because its user signed out writes once more; that would outlive the sign-out.
  if (owner === '') return
  try {
    sessionStorage.setItem(storageKey(key, owner), JSON.stringify(withoutSecrets(value)))
  } catch {
    // Storage is full (a form with pictures); the user continues without a draft.
  }
}

/**
 * Writes the draft of a form later, as the user who is signed in now: a session that ends meanwhile takes the user out of storage, but not
 * what they have typed. A sign-out on purpose removes drafts, so nothing is written after it.
 *
 * @returns function that stores a draft, or removes it when there is nothing to keep
 */
export function draftForLater(key: string): (value: unknown) => void {
  const owner = signedInSub()
  const before = removals
  return (value) => {
    if (removals !== before) return
    if (value === null) clearDraft(key, owner)
    else saveDraft(key, value, owner)
  }
}

/** The draft stored under a key; undefined when there is none. The caller checks its shape. */
export function loadDraft(key: string, owner = signedInSub()): unknown {
  try {
    const text = sessionStorage.getItem(storageKey(key, owner))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function clearDraft(key: string, owner = signedInSub()): void {
  sessionStorage.removeItem(storageKey(key, owner))
}

/** Keys of the signed-in user's drafts that begin with `start`, in any order. */
export function draftKeys(start: string): readonly string[] {
  const own = storageKey('', signedInSub())
  return storedKeys()
    .filter((key) => key.startsWith(own + start))
    .map((key) => key.slice(own.length))
}

/**
 * Removes the drafts of one app in every tab of this browser, at sign-out: session storage belongs to a tab, so the others are told by an
 * entry of local storage that is there for a moment ({@link clearDraftsWithOtherTabs}).
 */
export function clearAllDrafts(app: DraftApp): void {
  clearDraftsOf(app)
  localStorage.setItem(signOutKey, app)
  localStorage.removeItem(signOutKey)
}

/** Removes drafts when somebody signs out in another tab; returns the function that stops this. */
export function clearDraftsWithOtherTabs(): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (key === signOutKey && (newValue === 'console' || newValue === portalOwner)) clearDraftsOf(newValue)
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}

function clearDraftsOf(app: DraftApp): void {
  removals += 1
  for (const key of storedKeys()) {
    if (key.startsWith(prefix) && key.startsWith(storageKey('', portalOwner)) === (app === portalOwner)) sessionStorage.removeItem(key)
  }
}

function storedKeys(): readonly string[] {
  return Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
}

function storageKey(key: string, owner: string): string {
  return `${prefix}${owner}:${key}`
}

/** Name of the user signed in at the console; '' when nobody is. */
function signedInSub(): string {
  return createStoredSession(localStorage).readUser()?.sub ?? ''
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !secretName.test(name))
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutSecrets(field)]))
}
