import { resolve } from 'node:path'
import { ConfigError, type Environment, EnvironmentReader } from './environment.ts'
import { projectRoot } from './projectRoot.ts'
import { problemsOfSecrets } from './secrets.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** All settings from the environment, parsed once at start. */
export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Absolute path. Contains the embedded database and, by default, the secrets file. */
  readonly dataDir: string
  /** Absolute path. Folder of the screen, entity and dictionary documents. */
  readonly schemasDir: string
  /** URL of the PostgreSQL server; null: embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** URL for the role that owns the tables, used for migrations and grants; null: the role of `databaseUrl` owns them. */
  readonly databaseOwnerUrl: string | null
  readonly databaseReplicaUrl: string | null
  readonly databasePoolSize: number
  /** Address that users type, without trailing slash. Links in mails start with it. */
  readonly publicUrl: string
  /** True when `publicUrl` is https: HSTS and secure cookies are on. */
  readonly tls: boolean
  /** Addresses and networks of proxies whose X-Forwarded-* headers are trusted; null: none. */
  readonly trustedProxies: readonly string[] | null
  /** Null is allowed outside production only: mails are then printed on the server's console and not sent. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly secretsFile: string
  readonly captcha: 'on' | 'off'
  /** Null: the captcha is self-hosted, and no external service is called. */
  readonly recaptcha: RecaptchaConfig | null
  /** Creates demo data and demo accounts at the first start. */
  readonly demo: boolean
  readonly logLevel: (typeof logLevels)[number]
  readonly accessTokenMinutes: number
  readonly refreshIdleMinutes: number
  readonly refreshAbsoluteHours: number
  readonly lockMinutes: number
  /** Failed logins allowed per address in 10 minutes. */
  readonly loginFailuresPerAddress: number
  readonly forgotPasswordPerHour: number
  readonly registrationsPerHour: number
  readonly partnerCallsPerSecond: number
  /** Number of different complete values of masked fields that one user may search for in an hour. */
  readonly maskedLookupsPerHour: number
  readonly metrics: MetricsConfig
  /** Hosts of the own network that webhooks may be sent to, with a port where it is not the usual one; others must be on the internet. */
  readonly webhookPrivateHosts: readonly string[]
}

/** Where Prometheus reads the metrics. Without port and token they are not served. */
export interface MetricsConfig {
  readonly host: string
  /** A separate port for metrics; 0: any free one, null: none. */
  readonly port: number | null
  /** Token that readers send as `Authorization: Bearer`. With it, metrics are also served on the server's own port. */
  readonly token: string | null
}

/** Google reCAPTCHA v3. */
export interface RecaptchaConfig {
  readonly siteKey: string
  readonly secretKey: string
  /** Where captcha answers are verified: Google, or a mirror where Google cannot be reached. */
  readonly verifyUrl: string
}

const recaptchaVerifyUrl = 'https://www.google.com/recaptcha/api/siteverify'

function readRecaptcha(read: EnvironmentReader): RecaptchaConfig | null {
  const siteKey = read.text('RECAPTCHA_SITE_KEY')
  const secretKey = read.text('RECAPTCHA_SECRET_KEY')
  const verifyUrl = read.url('RECAPTCHA_VERIFY_URL', ['https', 'http']) ?? recaptchaVerifyUrl
  if (siteKey !== null && secretKey !== null) return { siteKey, secretKey, verifyUrl }
  if (siteKey !== null || secretKey !== null) read.problems.push('RECAPTCHA_SITE_KEY 與 RECAPTCHA_SECRET_KEY 應一起設定。')
  return null
}

function readNetwork(read: EnvironmentReader) {
  const port = read.integer('PORT', 8080, 0, 65_535)
  const publicUrl = read.url('PUBLIC_URL', ['http', 'https']) ?? `http://localhost:${port}`
  return {
    port,
    host: read.text('HOST') ?? '127.0.0.1',
    publicUrl,
    tls: publicUrl.startsWith('https:'),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
  }
}

const metricsTokenMin = 24

function readMetrics(read: EnvironmentReader): MetricsConfig {
  const host = read.text('METRICS_HOST') ?? '127.0.0.1'
  const port = read.text('METRICS_PORT') === null ? null : read.integer('METRICS_PORT', 0, 0, 65_535)
  const token = read.text('METRICS_TOKEN')
  if (token !== null && !/^[\x21-\x7e]+$/.test(token)) read.problems.push('METRICS_TOKEN 只可使用英數字與符號，不可有空白。')
  if (token !== null && token.length < metricsTokenMin) read.problems.push(`METRICS_TOKEN 至少 ${metricsTokenMin} 個字。`)
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (port !== null && token === null && !isLocal) read.problems.push('METRICS_HOST 不是本機位址時，應一併設定 METRICS_TOKEN。')
  return { host, port, token }
}

function readStorage(read: EnvironmentReader) {
  const dataDir = resolve(projectRoot, read.text('DATA_DIR') ?? 'data')
  const databaseUrl = read.url('DATABASE_URL', ['postgres', 'postgresql'])
  const databaseOwnerUrl = read.url('DATABASE_OWNER_URL', ['postgres', 'postgresql'])
  if (databaseOwnerUrl !== null && databaseUrl === null) read.problems.push('設定 DATABASE_OWNER_URL 時，應一併設定 DATABASE_URL。')
  return {
    dataDir,
    schemasDir: resolve(projectRoot, read.text('SCHEMAS_DIR') ?? 'schemas'),
    databaseUrl,
    databaseOwnerUrl,
    databaseReplicaUrl: read.url('DATABASE_REPLICA_URL', ['postgres', 'postgresql']),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 200),
    secretsFile: resolve(projectRoot, read.text('SECRETS_FILE') ?? resolve(dataDir, 'secrets.json')),
  }
}

function readLimits(read: EnvironmentReader) {
  return {
    accessTokenMinutes: read.integer('ACCESS_TOKEN_MINUTES', 10, 1, 60),
    refreshIdleMinutes: read.integer('REFRESH_IDLE_MINUTES', 30, 1, 24 * 60),
    refreshAbsoluteHours: read.integer('REFRESH_ABSOLUTE_HOURS', 12, 1, 7 * 24),
    lockMinutes: read.integer('LOCK_MINUTES', 15, 1, 24 * 60),
    loginFailuresPerAddress: read.integer('LOGIN_FAILURES_PER_ADDRESS', 300, 1, 1_000_000),
    forgotPasswordPerHour: read.integer('FORGOT_PASSWORD_PER_HOUR', 3, 1, 1_000_000),
    registrationsPerHour: read.integer('REGISTRATIONS_PER_HOUR', 10, 1, 1_000_000),
    maskedLookupsPerHour: read.integer('MASKED_LOOKUPS_PER_HOUR', 30, 1, 1_000_000),
    partnerCallsPerSecond: read.integer('PARTNER_CALLS_PER_SECOND', 50, 1, 1_000_000),
  }
}

/** Settings that a production start refuses (security, operation). Secrets and database settings are checked where they are read. */
function productionProblems(config: Config, read: EnvironmentReader): readonly string[] {
  const embeddedAllowed = read.flag('EMBEDDED_IN_PRODUCTION', false)
  const problems: readonly (readonly [boolean, string])[] = [
    [config.demo, '正式環境不可使用示範資料與示範密碼，請移除 DEMO=1。'],
    [
      config.databaseUrl === null && !embeddedAllowed,
      '正式環境請以 DATABASE_URL 指定 PostgreSQL；確定要使用內嵌資料庫時，請設定 EMBEDDED_IN_PRODUCTION=1。',
    ],
    [read.text('PUBLIC_URL') === null, '正式環境必須設定 PUBLIC_URL。'],
    [!config.tls, 'PUBLIC_URL 在正式環境必須是 https:// 開頭。'],
    [config.smtpUrl === null, '正式環境必須設定 SMTP_URL：重設密碼連結與初始密碼只以信件寄送，不留在系統內。'],
    [config.logLevel === 'debug' || config.logLevel === 'trace', 'LOG_LEVEL 在正式環境不可為 debug 或 trace。'],
    [config.captcha === 'off', 'CAPTCHA 在正式環境不可關閉。'],
    [config.recaptcha?.verifyUrl.startsWith('http:') === true, 'RECAPTCHA_VERIFY_URL 在正式環境必須是 https:// 開頭。'],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, text]) => text)
}

function parse(environment: Environment): { readonly config: Config; readonly problems: readonly string[] } {
  const read = new EnvironmentReader(environment)
  const production = read.choice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  const config: Config = {
    production,
    ...readNetwork(read),
    ...readStorage(read),
    smtpUrl: read.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: read.text('MAIL_FROM') ?? 'no-reply@localhost',
    captcha: read.choice('CAPTCHA', ['on', 'off'], 'on'),
    recaptcha: readRecaptcha(read),
    demo: read.flag('DEMO', !production),
    logLevel: read.choice('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    ...readLimits(read),
    metrics: readMetrics(read),
    webhookPrivateHosts: read.hosts('WEBHOOK_PRIVATE_HOSTS'),
  }
  return { config, problems: [...read.problems, ...(production ? productionProblems(config, read) : [])] }
}

/**
 * Parses the environment.
 *
 * @throws ConfigError listing all mistakes
 */
export function readConfig(environment: Environment): Config {
  const { config, problems } = parse(environment)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/**
 * Like {@link readConfig}, for a server that is about to start: also checks the secrets, before anything is opened or created.
 *
 * @throws ConfigError listing all mistakes of both
 */
export function readStartConfig(environment: Environment): Config {
  const { config, problems } = parse(environment)
  const all = [...problems, ...problemsOfSecrets(config, environment)]
  if (all.length > 0) throw new ConfigError(all)
  return config
}
