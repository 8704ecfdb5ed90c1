import { expect, test } from '@playwright/test'
import { type StaffCall, staffApi } from './staffApi.ts'

interface Role {
  readonly id: number
  readonly rowVersion: number
  readonly roleCode: string
  readonly permissions: readonly string[]
}

/** The project of tests/playwright.config.ts in which demo roles may be changed. */
export const changingProject = 'changing'

/**
 * Adds permissions to demo roles. This ends the sign-in of everybody who has such a role, so the journey must not run beside others.
 *
 * @param wanted permissions by role code: `{ OPS: ['example.parts.view'] }`; they may belong to a document that was written just now
 * @returns takes them away again
 * @throws Error in another project than `changing`
 */
export async function grantToRoles(wanted: Readonly<Record<string, readonly string[]>>): Promise<() => Promise<void>> {
  if (test.info().project.name !== changingProject)
    throw new Error('A journey that changes demo roles ends the sign-ins of others: list its file in the project `changing`.')
  const admin = await staffApi('admin')
  const { rows } = await admin<{ rows: readonly Role[] }>('GET', '/api/account/roles/0/50')
  const before: Role[] = []
  for (const [code, permissions] of Object.entries(wanted)) {
    const found = rows.find(({ roleCode }) => roleCode === code)
    if (!found) throw new Error(`there is no role ${code}`)
    const role = await admin<Role>('GET', `/api/account/roles/${found.id}`)
    // Refused until the server has read the document.
    await expect(() => setPermissions(admin, role, [...role.permissions, ...permissions])).toPass({ timeout: 60_000 })
    before.push(role)
  }
  return async () => {
    for (const { id, permissions } of before) await setPermissions(admin, await admin<Role>('GET', `/api/account/roles/${id}`), permissions)
  }
}

const setPermissions = (admin: StaffCall, { id, rowVersion }: Role, permissions: readonly string[]) =>
  admin('PUT', `/api/account/roles/${id}`, { rowVersion, permissions })
