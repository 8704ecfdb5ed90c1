import type { SignedInUser } from './claims.ts'
import { decodeReversed, deobfuscate, encodeReversed, obfuscate } from './obfuscation.ts'
import type { TokenPair } from './tokens.ts'

/** What the browser stores of a session (specification, section 3). Read again at every use, because another tab may have changed it. */
export interface StoredSession {
  readTokens(): TokenPair | null
  saveTokens(tokens: TokenPair): void
  readUser(): SignedInUser | null
  saveUser(user: SignedInUser): void
  readPermissions(): readonly string[]
  savePermissions(permissions: readonly string[]): void
  readXsrfToken(): string | null
  saveXsrfToken(token: string): void
  /**
   * Clears local storage, except for preferences of the device, which belong to no user.
   *
   * @param reason told to the other tabs of this browser, whose session ends too; none for a sign-out
   */
  clear(reason?: string): void
}

export const tokensKey = 'tokens'
/** Entry that is there for a moment, by which other tabs learn why the session has ended. */
export const endReasonKey = 'endReason'
const userKey = 'user'
const permissionsKey = 'permissions'
const xsrfTokenKey = 'xsrfToken'

/**
 * Preferences of the device instead of the user: dismissed cookie notice (specification, section 2.5), colour theme, single-key shortcuts.
 */
const devicePreferenceKeys: ReadonlySet<string> = new Set(['cookie', 'theme', 'shortcuts'])

/** @param storage local storage in the browser, a substitute in tests */
export function createStoredSession(storage: Storage): StoredSession {
  return {
    readTokens: () => readTokens(storage),
    saveTokens: (tokens) => storage.setItem(tokensKey, JSON.stringify(tokens)),
    readUser: () => readUser(storage),
    saveUser: (user) => storage.setItem(userKey, obfuscate(user)),
    readPermissions: () => readPermissions(storage),
    savePermissions: (permissions) => storage.setItem(permissionsKey, encodeReversed(permissions)),
    readXsrfToken: () => storage.getItem(xsrfTokenKey),
    saveXsrfToken: (token) => storage.setItem(xsrfTokenKey, token),
    clear: (reason) => {
      if (reason !== undefined) storage.setItem(endReasonKey, reason)
      clear(storage)
    },
  }
}

function readTokens(storage: Storage): TokenPair | null {
  try {
    const tokens: unknown = JSON.parse(storage.getItem(tokensKey) ?? 'null')
    if (typeof tokens !== 'object' || tokens === null || !('access_token' in tokens)) return null
    return tokens as TokenPair
  } catch {
    return null
  }
}

function readUser(storage: Storage): SignedInUser | null {
  const user = deobfuscate(storage.getItem(userKey) ?? '')
  return typeof user === 'object' && user !== null && 'sub' in user ? (user as SignedInUser) : null
}

function readPermissions(storage: Storage): readonly string[] {
  const permissions = decodeReversed(storage.getItem(permissionsKey) ?? '')
  return Array.isArray(permissions) ? permissions.map(String) : []
}

function clear(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key !== null && !devicePreferenceKeys.has(key)) storage.removeItem(key)
}
