import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from './config.ts'
import { ConfigError, type Environment } from './environment.ts'

/**
 * The keys of an installation, 256 bits each. A new purpose gets a new name: keys are never shared between purposes.
 * Each can be given by the environment as 64 hex characters, the rest is in the secrets file.
 */
const secretVariables = {
  /** Signs access tokens. */
  tokenSigning: 'SECRET_TOKEN_SIGNING',
  /** HMAC of the session id: X-XSRF-TOKEN. */
  antiForgery: 'SECRET_ANTI_FORGERY',
  /** HMAC that derives the next refresh token from the one presented. */
  refreshToken: 'SECRET_REFRESH_TOKEN',
  /** Encrypts fields at rest (partner keys). */
  fieldEncryption: 'SECRET_FIELD_ENCRYPTION',
  /** Keyed hash by which serials and one-time links are looked up. */
  lookupHash: 'SECRET_LOOKUP_HASH',
} as const

export type SecretName = keyof typeof secretVariables
export type Secrets = Readonly<Record<SecretName, Buffer>>

const secretPattern = /^[0-9a-f]{64}$/
const secretNames = Object.keys(secretVariables) as SecretName[]

function readFile(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const mode = statSync(file).mode & 0o077
  if (process.platform !== 'win32' && mode !== 0) throw new ConfigError([`密鑰檔 ${file} 的權限過寬，請執行 chmod 600。`])
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ConfigError([`密鑰檔 ${file} 不是正確的 JSON。`])
  }
}

/** Written beside and renamed: a crash leaves the old file or the new one, never half of it. */
function writeFile(file: string, values: Readonly<Record<string, unknown>>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, file)
}

/**
 * Reads the secrets from the environment and the secrets file. Outside production, missing ones are made at the first run and kept in
 * the file (mode 0600); in production they must be there.
 *
 * @throws ConfigError when one is malformed, or missing in production
 */
export function loadSecrets(config: Config, environment: Environment): Secrets {
  const stored = readFile(config.secretsFile)
  const problems: string[] = []
  const made: Record<string, string> = {}
  const find = (name: SecretName): Buffer => {
    const given = environment[secretVariables[name]] ?? stored[name]
    if (given === undefined && !config.production) {
      made[name] = randomBytes(32).toString('hex')
      return Buffer.from(made[name], 'hex')
    }
    if (given === undefined) problems.push(`缺少密鑰 ${secretVariables[name]}（64 個十六進位字元）。`)
    else if (typeof given !== 'string' || !secretPattern.test(given)) problems.push(`密鑰 ${name} 應為 64 個小寫十六進位字元。`)
    return Buffer.from(String(given), 'hex')
  }
  const secrets = Object.fromEntries(secretNames.map((name) => [name, find(name)])) as Record<SecretName, Buffer>
  if (problems.length > 0) throw new ConfigError(problems)
  if (Object.keys(made).length > 0) writeFile(config.secretsFile, { ...stored, ...made })
  return secrets
}
