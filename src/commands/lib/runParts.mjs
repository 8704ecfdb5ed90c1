// Runs parts of the tests, two at a time, and reports the results.
import { CommandError, root, say } from './project.mjs'

/** @typedef {import('./testParts.mjs').Part} Part */

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

/** Number of parts that run at a time. */
const workers = 2

/** @typedef {import('./readReport.mjs').Count & { part: Part, seconds: number }} Result */

/**
 * Runs waiting parts until none is left. A worker that is alone prints at once; otherwise the output of each part is printed when it ends.
 * @param {Part[]} waiting @param {boolean} isAlone
 */
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

/** A part without a result counts neither as good nor as bad. @param {number} passed @param {number} failed */
function markOf(passed, failed) {
  if (failed > 0) return '✗'
  return passed > 0 ? '✓' : '？'
}

/** Repeats the failures at the end, because often only the end of a long log is kept. @param {readonly Result[]} results */
function sayFailures(results) {
  for (const { part, failures } of results)
    for (const { test, reason } of failures) say(`\n✗ ${part.name}: ${test.replace(`${root}/`, '')}\n${reason.replaceAll(`${root}/`, '')}`)
}

/**
 * Runs all parts even after a failure, and ends with a line of counts. @param {readonly Part[]} parts @returns {Promise<boolean>} whether
 * all passed
 */
export async function runAll(parts) {
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
  return total.failed === 0 && total.passed > 0
}
