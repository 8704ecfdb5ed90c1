import { AsyncLocalStorage } from 'node:async_hooks'

export interface PreparedPassword {
  readonly password: string
  readonly passwordHash: string
}

const scopes = new AsyncLocalStorage<ReadonlyMap<string, PreparedPassword>>()

/**
 * Runs `work` so that accounts created inside get these first passwords, by account name in small letters. Their hashes are made
 * before the transaction: hashing hundreds of passwords inside one would stop everybody.
 */
export function withPreparedPasswords<T>(byUserName: ReadonlyMap<string, PreparedPassword>, work: () => Promise<T>): Promise<T> {
  return scopes.run(byUserName, work)
}

export function findPreparedPassword(userName: string): PreparedPassword | undefined {
  return scopes.getStore()?.get(userName.toLowerCase())
}
