import { AsyncLocalStorage } from 'node:async_hooks'

export interface PreparedPassword {
  readonly password: string
  readonly passwordHash: string
}

const scopes = new AsyncLocalStorage<ReadonlyMap<string, PreparedPassword>>()

/**
 * Runs `work` so that accounts created in it get these initial passwords, by account name in lower case. The hashes are made before the
 * transaction, because hashing hundreds of passwords inside it would block everybody.
 */
export function withPreparedPasswords<T>(byUserName: ReadonlyMap<string, PreparedPassword>, work: () => Promise<T>): Promise<T> {
  return scopes.run(byUserName, work)
}

export function findPreparedPassword(userName: string): PreparedPassword | undefined {
  return scopes.getStore()?.get(userName.toLowerCase())
}
