// npm test: runs all parts. `npm test -- unit contract` runs some.
import { ensureDeps } from './lib/ensureDeps.mjs'
import { assertNodeVersion, CommandError, fail } from './lib/project.mjs'
import { runAll } from './lib/runParts.mjs'
import { testParts } from './lib/testParts.mjs'

/** @param {readonly string[]} wanted */
function choose(wanted) {
  if (wanted.length === 0) return testParts
  const isNamed = (/** @type {string} */ name) => wanted.some((each) => name === each || name.startsWith(`${each}:`))
  const unknown = wanted.filter((each) => !testParts.some(({ name }) => name === each || name.startsWith(`${each}:`)))
  if (unknown.length > 0)
    throw new CommandError(`沒有測試項目 ${unknown.join('、')}，可用：${testParts.map(({ name }) => name).join('、')}。`)
  return testParts.filter(({ name }) => isNamed(name))
}

try {
  assertNodeVersion()
  const parts = choose(process.argv.slice(2))
  await ensureDeps('all')
  process.exit((await runAll(parts)) ? 0 : 1)
} catch (error) {
  fail(error)
}
