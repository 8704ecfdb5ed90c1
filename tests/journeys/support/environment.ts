import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface JourneyEnvironment {
  readonly projectRoot: string
  readonly baseUrl: string
  readonly chromium: string
  /** Folder of the documents that the server of this run reads; journeys may edit them. */
  readonly schemas: string
  readonly server: Record<string, string>
  /** Where the server's mails arrive: a port, and a file with one mail per line. */
  readonly mails: { readonly port: number; readonly file: string }
}

const projectRoot = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/**
 * Data folder of the server of this run. Playwright loads its configuration in every worker process, so the folder is passed through the
 * environment and made only once.
 */
export function journeyEnvironment(): JourneyEnvironment {
  const folder = remembered('JOURNEY_FOLDER', makeFolder)
  const port = remembered('JOURNEY_PORT', () => String(18_000 + (process.pid % 1_000)))
  const mailPort = Number(remembered('JOURNEY_MAIL_PORT', () => String(Number(port) + 1_000)))
  const schemas = join(folder, 'schemas')
  return {
    projectRoot,
    baseUrl: `http://localhost:${port}`,
    chromium: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    schemas,
    server: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      SCHEMAS_DIR: schemas,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      LOGIN_FAILURES_PER_ADDRESS: '1000',
      SMTP_URL: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true`,
    },
    mails: { port: mailPort, file: join(folder, 'mails.jsonl') },
  }
}

function remembered(name: string, make: () => string): string {
  const value = process.env[name] ?? make()
  process.env[name] = value
  return value
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journeys-'))
  const source = join(projectRoot, 'schemas')
  if (existsSync(source)) cpSync(source, join(folder, 'schemas'), { recursive: true })
  return folder
}
