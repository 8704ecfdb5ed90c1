/** Initial passwords whose hashes were made before the transaction, by account name: hashing many inside one would stop everybody. */
export interface PreparedPasswords {
  put(userName: string, prepared: PreparedPassword): void
  take(userName: string): PreparedPassword | undefined
}

export interface PreparedPassword {
  readonly password: string
  readonly passwordHash: string
}

export function createPreparedPasswords(): PreparedPasswords {
  const byName = new Map<string, PreparedPassword>()
  return {
    put: (userName, prepared) => void byName.set(userName.toLowerCase(), prepared),
    take(userName) {
      const name = userName.toLowerCase()
      const prepared = byName.get(name)
      byName.delete(name)
      return prepared
    },
  }
}
