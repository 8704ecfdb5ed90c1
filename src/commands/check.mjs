// npm run check: what can be checked within a minute before a commit: format, lint, types, unused code, documents, and the unit tests of
// changed files.
import { ensureDeps } from './lib/ensureDeps.mjs'
import { assertNodeVersion, fail } from './lib/project.mjs'
import { runAll } from './lib/runParts.mjs'
import { checkParts } from './lib/testParts.mjs'

try {
  assertNodeVersion()
  await ensureDeps('all')
  process.exit((await runAll(checkParts)) ? 0 : 1)
} catch (error) {
  fail(error)
}
