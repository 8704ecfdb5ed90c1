import { defineConfig } from '@playwright/test'
import { journeyEnvironment } from './journeys/support/environment.ts'

const environment = journeyEnvironment()

/** Browser journeys against the built product with its demo data, on a data folder and a copy of the documents of their own. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  // One server and one set of demo accounts: journeys that lock accounts or edit documents must not run beside others, those that
  // only look may.
  workers: 2,
  projects: [
    { name: 'looking', testMatch: '**/everyScreen.spec.ts', fullyParallel: true },
    { name: 'doing', testIgnore: '**/everyScreen.spec.ts', workers: 1, dependencies: ['looking'] },
  ],
  // Nothing is timed: the limits only end what hangs, also where the journeys share two slow processors with other parts.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: process.env['CI'] ? [['line']] : [['list']],
  use: {
    baseURL: environment.baseUrl,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    // A control that is not there is said so, long before the journey's own time is up.
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: environment.chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: [
    {
      command: 'node src/commands/tsx.mjs tests/journeys/support/mailServer.ts',
      cwd: environment.projectRoot,
      port: environment.mails.port,
      timeout: 60_000,
      env: { MAIL_PORT: String(environment.mails.port), MAIL_FILE: environment.mails.file },
    },
    {
      command: 'node src/commands/start.mjs',
      cwd: environment.projectRoot,
      url: `${environment.baseUrl}/readyz`,
      timeout: 180_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: environment.server,
    },
  ],
})
