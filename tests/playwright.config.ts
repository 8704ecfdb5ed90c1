import { defineConfig } from '@playwright/test'
import { journeyEnvironment } from './journeys/support/environment.ts'
import { changingProject } from './journeys/support/roles.ts'

const environment = journeyEnvironment()
/** Journeys that change demo roles, which ends the sign-ins of everybody with such a role. */
const changing = ['**/fourScreens.spec.ts', '**/renamedField.spec.ts']

/** Browser journeys against the built product with demo data, with their own data folder and copy of the documents. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  // There is one server with one set of demo accounts, so journeys that lock accounts or edit documents must not run in parallel; those
  // that only read may. Two keep two processors busy; the third is for the one that waits.
  workers: 3,
  projects: [
    { name: 'looking', testMatch: '**/everyScreen.spec.ts', fullyParallel: true, workers: 2 },
    // Waits for minutes until its campaign starts, and touches nothing that other journeys use: so it begins at once.
    { name: 'waiting', testMatch: '**/activity.spec.ts' },
    { name: 'doing', testIgnore: ['**/everyScreen.spec.ts', '**/activity.spec.ts', ...changing], workers: 1, dependencies: ['looking'] },
    { name: changingProject, testMatch: changing, workers: 1, dependencies: ['waiting', 'doing'] },
  ],
  // The limits only end what hangs, even when the journeys share two slow processors with other tests.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    baseURL: environment.baseUrl,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    viewport: { width: 1440, height: 900 },
    // Recording everything that happens takes a sixth of the time: only for somebody who looks for a cause.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // A missing control is reported long before the time limit of the journey.
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
      // Demo data from a template, where `npm test` has named a place for it; the first start has its tests in tests/reliability.
      command: 'node src/commands/tsx.mjs tests/journeys/support/dataFolder.ts && exec node src/commands/start.mjs',
      cwd: environment.projectRoot,
      url: `${environment.baseUrl}/readyz`,
      timeout: 300_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: environment.server,
    },
  ],
})
