import { atom } from 'jotai'
import type { SignedInUser } from './claims.ts'

/** States of the session (specification, section 4). */
export type SessionView =
  | { readonly state: 'loggedOut'; readonly user: null }
  | { readonly state: 'loggingIn'; readonly user: null }
  | { readonly state: 'loggedIn'; readonly user: SignedInUser }

interface SessionData {
  readonly view: SessionView
  readonly permissions: ReadonlySet<string>
}

const loggedOut: SessionData = { view: { state: 'loggedOut', user: null }, permissions: new Set() }

const signedOutAtom = atom(false)

/** True after the user signed out, until the next sign-in: the address is then not restored. */
export const hasSignedOutAtom = atom((get) => get(signedOutAtom))

const dataAtom = atom<SessionData>(loggedOut)

/** The signed-in user; changed only by the action atoms below. */
export const sessionAtom = atom((get) => get(dataAtom).view)

/** Permission strings of the signed-in user; empty when nobody is. */
export const permissionsAtom = atom((get) => get(dataAtom).permissions)

/** A sign-in request was sent. */
export const beginSignInAtom = atom(null, (_get, set) => {
  set(dataAtom, { ...loggedOut, view: { state: 'loggingIn', user: null } })
})

/** Tokens were received, or found in storage when the page started. */
export const enterSessionAtom = atom(null, (_get, set, user: SignedInUser, permissions: readonly string[]) => {
  set(signedOutAtom, false)
  set(dataAtom, { view: { state: 'loggedIn', user }, permissions: new Set(permissions) })
})

/** After a failure, a lock or a failed refresh; `onPurpose` for a sign-out by the user. */
export const leaveSessionAtom = atom(null, (_get, set, { onPurpose = false } = {}) => {
  set(signedOutAtom, onPurpose)
  set(dataAtom, loggedOut)
})
