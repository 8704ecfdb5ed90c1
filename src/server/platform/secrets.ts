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
import type { Config } from './config.ts'
import { ConfigError, type Environment } from './environment.ts'
import { isWeakSecret } from './weakSecret.ts'

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
  /** Seals the audit and the ledger. Keep it as long as them, apart from backups of the database. */
  auditSeal: 'SECRET_AUDIT_SEAL',
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
    const values: unknown = JSON.parse(text)
    if (typeof values === 'object' && values !== null) return values as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new ConfigError([`密鑰檔 ${file} 不是正確的 JSON。`])
}

/** What file systems without hard links say. */
const linklessCodes: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** @throws EEXIST when there is one already */
function putFirst(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (!linklessCodes.has((error as NodeJS.ErrnoException).code)) throw error
    copyFileSync(temporary, file, constants.COPYFILE_EXCL)
  }
}

/**
 * Written beside and put in its place: a crash leaves the old file or the new one, never half of it. A first file does not replace one that
 * another process has just made.
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

/** A secret as people know it: in the environment by the one name, in the file by the other. */
const titleOf = (name: SecretName) => `${secretVariables[name]}（${name}）`
const howToMake = '請以 openssl rand -hex 32 產生。'

interface FoundSecrets {
  readonly stored: Readonly<Record<string, unknown>>
  /** Those that are missing are not among them. */
  readonly given: ReadonlyMap<SecretName, string>
  readonly problems: readonly string[]
}

function problemOf(name: SecretName, given: unknown, isDemanded: boolean): string | null {
  if (given === undefined) return isDemanded ? `缺少密鑰 ${titleOf(name)}：64 個十六進位字元，${howToMake}` : null
  if (typeof given !== 'string' || !secretPattern.test(given)) return `密鑰 ${titleOf(name)} 應為 64 個小寫十六進位字元，${howToMake}`
  return isWeakSecret(given) ? `密鑰 ${titleOf(name)} 過於簡單（重複、遞增或由文字轉成），容易猜中，${howToMake}` : null
}

/** Whoever has one of two equal keys has both. */
function sameSecrets(given: ReadonlyMap<SecretName, string>): readonly string[] {
  const namesByValue = new Map<string, SecretName[]>()
  for (const [name, value] of given) namesByValue.set(value, [...(namesByValue.get(value) ?? []), name])
  return [...namesByValue.values()]
    .filter((names) => names.length > 1)
    .map((names) => `密鑰 ${names.map(titleOf).join('、')} 相同，每個用途應使用不同的密鑰，${howToMake}`)
}

function findSecrets(config: Config, environment: Environment): FoundSecrets {
  const stored = readFile(config.secretsFile)
  const given = new Map<SecretName, string>()
  const problems: string[] = []
  for (const name of secretNames) {
    // As everywhere in the environment: empty is not given.
    const value = environment[secretVariables[name]]?.trim() || stored[name]
    const problem = problemOf(name, value, config.production)
    if (problem !== null) problems.push(problem)
    if (typeof value === 'string') given.set(name, value)
  }
  return { stored, given, problems: [...problems, ...sameSecrets(given)] }
}

/** What is wrong with the secrets that there are, one sentence each, without making or writing anything: known before a database is opened. */
export function problemsOfSecrets(config: Config, environment: Environment): readonly string[] {
  try {
    return findSecrets(config, environment).problems
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

/**
 * Reads the secrets from the environment and the secrets file. Outside production, missing ones are made at the first run and kept in
 * the file (mode 0600); in production they must be there. Called once the database is open, so that of two first starts in one folder only
 * the one that holds it makes secrets.
 *
 * @throws ConfigError when one is malformed, easily guessed, equal to another, or missing in production
 */
export function loadSecrets(config: Config, environment: Environment): Secrets {
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
