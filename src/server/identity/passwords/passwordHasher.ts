import { hash, parseOptions, verify } from '@node-rs/argon2'
import { ApiError } from '../../platform/errors.ts'
import { createWorkLimit, TooBusyError } from './workLimit.ts'

/** Argon2id, the package's default algorithm; memory in KiB (security baseline). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Most concurrent hashes. Each takes 19 MiB and a core for 12 ms, so more would only slow all of them down. */
const runningMax = 2
const waitingMax = 64

export interface PasswordHasher {
  /** Returns a PHC string with a fresh salt. @throws 429 when too many hashes wait */
  hash(password: string): Promise<string>
  /**
   * True when the password matches the hash. For null (no such account, or no password yet) a dummy hash is checked, which takes the same
   * time and never matches.
   *
   * @throws 429 when too many hashes wait
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /** True when the hash was made with weaker parameters than the current ones. */
  isOutdated(passwordHash: string): boolean
}

/** Creates the hasher of a process. All hashing shares one queue, so that a flood of sign-ins cannot overload the machine. */
export function createPasswordHasher(): PasswordHasher {
  const limit = createWorkLimit(runningMax, waitingMax)
  let standIn: Promise<string> | undefined

  const throwWhenBusy = (error: unknown): never => {
    if (error instanceof TooBusyError) throw tooManyTries(5)
    throw error
  }

  return {
    hash: (password) => limit(() => hash(password, parameters)).catch(throwWhenBusy),
    async verify(passwordHash, password) {
      standIn ??= hash('stands in for accounts that do not exist', parameters)
      const compared = passwordHash ?? (await standIn)
      const matches = await limit(() => verify(compared, password)).catch(throwWhenBusy)
      return matches && passwordHash !== null
    },
    isOutdated(passwordHash) {
      const used = parseOptions(passwordHash)
      return used.memoryCost < parameters.memoryCost || used.timeCost < parameters.timeCost
    },
  }
}

/** Error for too many attempts (domain 4.1). */
export function tooManyTries(retryAfterSeconds: number): ApiError {
  return new ApiError(429, 'TOO_MANY_TRIES', '嘗試次數過多，請稍後再試。', { headers: { 'retry-after': String(retryAfterSeconds) } })
}
