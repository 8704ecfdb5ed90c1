// npm test: runs every part, also after one has failed, and ends with one line that counts. `npm test -- unit contract` runs some.
import { ensureDeps } from './lib/ensureDeps.mjs'
import { CommandError, demandNode, fail, say } from './lib/project.mjs'
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

/** @param {import('./lib/testParts.mjs').Part} part */
async function runPart(part) {
  say(`\n── ${part.title} (${part.name}) ──`)
  try {
    return await part.run()
  } catch (error) {
    const text = error instanceof CommandError ? error.message : error instanceof Error ? error.stack : String(error)
    say(`✗ ${part.title}無法執行：${text}`)
    return { passed: 0, failed: 1 }
  }
}

try {
  demandNode()
  const parts = choose(process.argv.slice(2))
  await ensureDeps()
  const results = []
  for (const part of parts) results.push({ part, ...(await runPart(part)) })
  say('')
  for (const { part, passed, failed } of results)
    say(`${failed === 0 ? '✓' : '✗'} ${part.title} (${part.name}): ${passed} passed, ${failed} failed`)
  const total = results.reduce((sum, each) => ({ passed: sum.passed + each.passed, failed: sum.failed + each.failed }), {
    passed: 0,
    failed: 0,
  })
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
} catch (error) {
  fail(error)
}
