// npm test: runs every part, also after one has failed, and ends with one line that counts. `npm test -- unit contract` runs some.
// Two parts run at a time; each prints all it has to say when it has ended.
import { ensureDeps } from './lib/ensureDeps.mjs'
import { CommandError, demandNode, fail, root, say } from './lib/project.mjs'
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

/** @typedef {import('./lib/testParts.mjs').Part} Part */

/** @param {Part} part @param {(text: string) => void} show */
async function runPart(part, show) {
  try {
    return await part.run(show)
  } catch (error) {
    const text = error instanceof CommandError ? error.message : error instanceof Error ? error.stack : String(error)
    show(`✗ ${part.title}無法執行：${text}\n`)
    return { passed: 0, failed: 1, failures: [] }
  }
}

/** How many parts run at a time. */
const workers = 2

/** @typedef {import('./lib/readReport.mjs').Count & { part: Part, seconds: number }} Result */

/** Runs parts until none is left. Alone, it shows what its parts print at once. @param {Part[]} waiting @param {boolean} isAlone */
async function work(waiting, isAlone) {
  const results = /** @type {Result[]} */ ([])
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const begun = Date.now()
    const heading = `\n── ${part.title} (${part.name}) ──`
    say(isAlone ? heading : `${heading} 開始 (running)`)
    const printed = /** @type {string[]} */ ([])
    const count = await runPart(part, (text) => (isAlone ? process.stdout.write(text) : printed.push(text)))
    if (!isAlone) say(`${heading}\n${printed.join('')}`)
    results.push({ part, ...count, seconds: Math.round((Date.now() - begun) / 1000) })
  }
  return results
}

/** @param {readonly Part[]} parts */
async function runParts(parts) {
  const waiting = [...parts]
  const atOnce = Math.min(workers, parts.length)
  const results = await Promise.all(Array.from({ length: atOnce }, () => work(waiting, atOnce === 1)))
  return results.flat()
}

/** A part that found nothing out is neither good nor bad. @param {number} passed @param {number} failed */
function markOf(passed, failed) {
  if (failed > 0) return '✗'
  return passed > 0 ? '✓' : '？'
}

/** Long logs are often kept only by their end: what failed is told there once more. @param {readonly Result[]} results */
function sayFailures(results) {
  for (const { part, failures } of results)
    for (const { test, reason } of failures) say(`\n✗ ${part.name}: ${test.replace(`${root}/`, '')}\n${reason.replaceAll(`${root}/`, '')}`)
}

try {
  demandNode()
  const parts = choose(process.argv.slice(2))
  await ensureDeps()
  const results = await runParts(parts)
  sayFailures(results)
  say('')
  for (const { part, passed, failed, seconds } of results)
    say(`${markOf(passed, failed)} ${part.title} (${part.name}): ${passed} passed, ${failed} failed, ${seconds} s`)
  const total = results.reduce((sum, each) => ({ passed: sum.passed + each.passed, failed: sum.failed + each.failed }), {
    passed: 0,
    failed: 0,
  })
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
} catch (error) {
  fail(error)
}
