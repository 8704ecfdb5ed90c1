import { isIP } from 'node:net'

/** Environment variables as given by the operating system. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A reason not to start that people can fix. They see only its message, in their language, and no stack. */
export class StartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartError'
  }
}

/** All mistakes of a configuration, one sentence per line. */
export class ConfigError extends StartError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['設定有誤，無法啟動：', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Names of address ranges that Fastify knows. */
const networkNames = ['loopback', 'linklocal', 'uniquelocal'] as const

function isNetwork(text: string): boolean {
  if (networkNames.some((name) => name === text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0 || address.includes('%')) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Reads variables one by one, and collects the mistakes instead of stopping at the first one. */
export class EnvironmentReader {
  readonly #environment: Environment
  readonly problems: string[] = []

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** The text of a variable without surrounding blanks; null when missing or empty. */
  text(name: string): string | null {
    const value = this.#environment[name]?.trim()
    return value === undefined || value === '' ? null : value
  }

  /** An integer within bounds. When missing or wrong, the default; a wrong one is noted. */
  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name)
    if (text === null) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    this.problems.push(`${name} 應為 ${min} 至 ${max} 的整數，目前為「${text}」。`)
    return fallback
  }

  /** `1` / `true` or `0` / `false`. */
  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)
    if (text === null) return fallback
    if (text === '1' || text === 'true') return true
    if (text === '0' || text === 'false') return false
    this.problems.push(`${name} 應為 1 或 0，目前為「${text}」。`)
    return fallback
  }

  /** One of the allowed words. */
  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === null) return fallback
    const found = choices.find((choice) => choice === text)
    if (found !== undefined) return found
    this.problems.push(`${name} 應為 ${choices.join('、')} 其中之一，目前為「${text}」。`)
    return fallback
  }

  /** Host names or addresses, each perhaps with a port, separated by commas; none when missing. */
  hosts(name: string): readonly string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim().toLowerCase())
    const given = entries.filter((entry) => entry !== '')
    const wrong = given.filter((entry) => !URL.canParse(`https://${entry}`) || new URL(`https://${entry}`).host !== entry)
    if (wrong.length === 0) return given
    this.problems.push(
      `${name} 應為以逗號分隔的主機（如 erp.internal 或 10.0.0.5:8443），有誤的項目：${wrong.map((entry) => `「${entry}」`).join('、')}。`,
    )
    return []
  }

  /** Addresses and networks of machines, separated by commas; null when missing. A network that contains all addresses is refused. */
  networks(name: string): readonly string[] | null {
    const text = this.text(name)
    if (text === null) return null
    const entries = text.split(',').map((entry) => entry.trim())
    const wrong = entries.filter((entry) => !isNetwork(entry))
    if (wrong.length === 0) return entries
    this.problems.push(
      `${name} 應為以逗號分隔的 IP 位址、網段（如 10.0.0.0/8）或 ${networkNames.join('、')}，有誤的項目：${wrong.map((entry) => `「${entry}」`).join('、')}。`,
    )
    return null
  }

  /** A URL with one of the allowed schemes (without colon) and no trailing slash; null when missing. */
  url(name: string, schemes: readonly string[]): string | null {
    const text = this.text(name)
    if (text === null) return null
    const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : ''
    if (schemes.includes(scheme)) return text.replace(/\/+$/, '')
    // The value is not repeated, because it may contain a password.
    this.problems.push(`${name} 應為 ${schemes.map((each) => `${each}://`).join(' 或 ')} 開頭的網址。`)
    return null
  }
}
