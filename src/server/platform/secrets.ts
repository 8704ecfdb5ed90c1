import { randomBytes } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError, type Environment } from './environment.ts'
import { isWeakSecret } from './weakSecret.ts'

/**
 * The keys of an installation, 256 bits each. A new purpose gets a new key; purposes never share one. Each key can be given in the
 * environment as 64 hex characters; the others are in the secrets file.
 */
const secretVariables = {
  /** Key that signs access tokens. */
  tokenSigning: 'SECRET_TOKEN_SIGNING',
  /** Key for the HMAC of the session id: X-XSRF-TOKEN. */
  antiForgery: 'SECRET_ANTI_FORGERY',
  /** Key for the HMAC that derives the next refresh token from the one presented. */
  refreshToken: 'SECRET_REFRESH_TOKEN',
  /** Key that encrypts stored fields (keys of partners). */
  fieldEncryption: 'SECRET_FIELD_ENCRYPTION',
  /** Key for the hashes by which serials and one-time links are looked up. */
  lookupHash: 'SECRET_LOOKUP_HASH',
  /** Key that seals the audit log and the ledger. Keep it as long as these, and apart from backups of the database. */
  auditSeal: 'SECRET_AUDIT_SEAL',
} as const

export type SecretName = keyof typeof secretVariables
export type Secrets = Readonly<Record<SecretName, Buffer>>

/** The settings that say where keys are, and whether they may be made. */
export interface SecretsConfig {
  readonly secretsFile: string
  readonly production: boolean
}

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
    const values: unknown = JSON.parse(text)
    if (typeof values === 'object' && values !== null) return values as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new ConfigError([`密鑰檔 ${file} 不是正確的 JSON。`])
}

/** Error codes of file systems without hard links. */
const linklessCodes: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** @throws EEXIST when the file exists already */
function putFirst(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (!linklessCodes.has((error as NodeJS.ErrnoException).code)) throw error
    copyFileSync(temporary, file, constants.COPYFILE_EXCL)
  }
}

/**
 * Writes a temporary file and renames it: after a crash there is the old file or the new one, never half of one. A first file never
 * replaces one that another process has just made.
 *
 * @returns false when another process was faster
 */
function writeFile(file: string, values: Readonly<Record<string, unknown>>, isFirst: boolean): boolean {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 })
  if (!isFirst) {
    renameSync(temporary, file)
    return true
  }
  try {
    putFirst(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Name of a secret in messages: the variable of the environment, and in brackets the key in the file. */
const titleOf = (name: SecretName) => `${secretVariables[name]}（${name}）`
const howToMake = '請以 openssl rand -hex 32 產生。'

interface FoundSecrets {
  readonly stored: Readonly<Record<string, unknown>>
  /** The secrets that are present, by name. */
  readonly given: ReadonlyMap<SecretName, string>
  readonly problems: readonly string[]
}

function problemOf(name: SecretName, given: unknown, isDemanded: boolean): string | null {
  if (given === undefined) return isDemanded ? `缺少密鑰 ${titleOf(name)}：64 個十六進位字元，${howToMake}` : null
  if (typeof given !== 'string' || !secretPattern.test(given)) return `密鑰 ${titleOf(name)} 應為 64 個小寫十六進位字元，${howToMake}`
  return isWeakSecret(given) ? `密鑰 ${titleOf(name)} 過於簡單（重複、遞增或由文字轉成），容易猜中，${howToMake}` : null
}

/** Equal keys are refused, because whoever learns one of them has both. */
function sameSecrets(given: ReadonlyMap<SecretName, string>): readonly string[] {
  const namesByValue = new Map<string, SecretName[]>()
  for (const [name, value] of given) namesByValue.set(value, [...(namesByValue.get(value) ?? []), name])
  return [...namesByValue.values()]
    .filter((names) => names.length > 1)
    .map((names) => `密鑰 ${names.map(titleOf).join('、')} 相同，每個用途應使用不同的密鑰，${howToMake}`)
}

function findSecrets(config: SecretsConfig, environment: Environment): FoundSecrets {
  const stored = readFile(config.secretsFile)
  const given = new Map<SecretName, string>()
  const problems: string[] = []
  for (const name of secretNames) {
    // As for all environment variables, empty means not given.
    const value = environment[secretVariables[name]]?.trim() || stored[name]
    const problem = problemOf(name, value, config.production)
    if (problem !== null) problems.push(problem)
    if (typeof value === 'string') given.set(name, value)
  }
  return { stored, given, problems: [...problems, ...sameSecrets(given)] }
}

/** Problems of the secrets that exist, one sentence each. Makes and writes nothing, so it can run before a database is opened. */
export function problemsOfSecrets(config: SecretsConfig, environment: Environment): readonly string[] {
  try {
    return findSecrets(config, environment).problems
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

/**
 * Reads the secrets from the environment and the secrets file. Outside production, missing ones are made at the first start and stored in
 * the file (mode 0600); in production they have to exist. Called when the database is open, so that of two first starts in one folder only
 * the one that locked it makes secrets.
 *
 * @throws ConfigError when a secret is malformed, easily guessed, equal to another, or missing in production
 */
export function loadSecrets(config: SecretsConfig, environment: Environment): Secrets {
  const { stored, given, problems } = findSecrets(config, environment)
  if (problems.length > 0) throw new ConfigError(problems)
  const missing = secretNames.filter((name) => !given.has(name))
  const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('hex')]))
  if (missing.length > 0) {
    const isFirst = Object.keys(stored).length === 0 && !existsSync(config.secretsFile)
    if (!writeFile(config.secretsFile, { ...stored, ...made }, isFirst)) return loadSecrets(config, environment)
  }
  const bytesOf = (name: SecretName) => Buffer.from(given.get(name) ?? made[name] ?? '', 'hex')
  return Object.fromEntries(secretNames.map((name) => [name, bytesOf(name)])) as Record<SecretName, Buffer>
}
