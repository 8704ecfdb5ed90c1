import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { SignedInUser } from './claims.ts'
import { permissionsAtom, sessionAtom } from './sessionAtoms.ts'

/** True when the signed-in user has a permission (`company.companies.edit`). Only for the display, because the server checks again. */
export function usePermission(name: string): boolean {
  return useAtomValue(permissionsAtom).has(name)
}

/** The signed-in user. Throws when nobody is signed in, so use it only inside a protected route. */
export function useSignedInUser(): SignedInUser {
  const { user } = useAtomValue(sessionAtom)
  if (!user) throw new Error('useSignedInUser needs a signed-in user')
  return user
}

/** The `user` root of predicates. */
export interface UserScope {
  readonly userName: string
  readonly userType: string
  /** Null for everyone but merchant users. */
  readonly companyNo: string | null
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/** The signed-in user for predicates; the same object while the session does not change. */
export function useUserScope(): UserScope {
  const user = useSignedInUser()
  const permissions = useAtomValue(permissionsAtom)
  return useMemo(
    () => ({
      userName: user.name,
      userType: user.userType,
      companyNo: user.companyNo || null,
      roles: user.roles,
      permissions: [...permissions],
    }),
    [user, permissions],
  )
}
