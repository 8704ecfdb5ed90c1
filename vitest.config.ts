import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Files of one worker share the modules that they load: loading the server or the console anew for each file cost more than its tests.
// What a test stubs is put back after it; a file that replaces modules (`vi.mock`) needs a project with isolation.
const sharedModules = { isolate: false, unstubGlobals: true }
const settled = 'tests/support/importsSettled.ts'
// Nothing is timed: the limit only ends what hangs, also where several parts of `npm test` share two slow processors.
const drawnTests = {
  setupFiles: [
    settled,
    'tests/support/patientQueries.ts',
    'tests/support/withoutOwnerStacks.ts',
    'tests/support/quickStyles.ts',
    'tests/support/newWindow.ts',
  ],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // V8 gives young objects 16 MB unless it is told otherwise at its start. Drawing makes so many that collecting them took a tenth of the
  // time; tests of the whole server gain nothing.
  execArgv: ['--max-semi-space-size=64'],
}
const wholeServer = {
  globalSetup: ['tests/support/globalSetup.ts'],
  // Ten times what the longest takes: a machine that is slow today must not look like a defect.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // The embedded engine takes some 300 MB per test file.
  maxWorkers: 2,
}

/** Where the parts of one `npm test` find modules that a part before has transformed. It goes with them, so nothing old is ever read. */
const modules = process.env.TEST_MODULES

export default defineConfig({
  plugins: [react()],
  test: {
    ...(modules && { experimental: { fsModuleCache: true, fsModuleCachePath: modules } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'portal/**/*.test.{ts,tsx}', 'tests/repository/**/*.test.ts'],
          ...drawnTests,
          ...sharedModules,
        },
      },
      { extends: true, test: { name: 'screens', include: ['tests/screens/**/*.test.{ts,tsx}'], ...drawnTests, ...sharedModules } },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          setupFiles: [settled, 'tests/support/oneDay.ts'],
          ...wholeServer,
          ...sharedModules,
        },
      },
      {
        extends: true,
        test: { name: 'reliability', include: ['tests/reliability/**/*.test.ts'], setupFiles: [settled], ...wholeServer, ...sharedModules },
      },
    ],
  },
})
