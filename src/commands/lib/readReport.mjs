// Reads the JSON reports of Vitest and Playwright: number of passed and failed tests, and the reasons of failures.

/**
 * @typedef {object} Failure
 * @property {string} test     file and name
 * @property {string} reason   first lines of what was said
 * @typedef {{ passed: number, failed: number, failures: readonly Failure[] }} Count
 */

/** Enough lines to understand a failure, few enough that the end of a log shows all failures. */
const shownLines = 25

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with ESC
const colours = /\u001b\[[0-9;]*m/g

/** @param {readonly (string | undefined)[]} messages */
function firstLines(messages) {
  const lines = messages.filter(Boolean).join('\n').replace(colours, '').split('\n')
  return lines.slice(0, shownLines).join('\n')
}

/**
 * @param {any} report  of Vitest's reporter `json`
 * @returns {Count}
 */
export function readVitest(report) {
  const failures = report.testResults.flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ each) => each.status === 'failed')
    // A file that cannot be loaded has no failed test of its own.
    if (file.status === 'failed' && failed.length === 0) return [{ test: file.name, reason: firstLines([file.message]) }]
    return failed.map((/** @type {any} */ each) => ({
      test: `${file.name} › ${each.fullName}`,
      reason: firstLines(each.failureMessages),
    }))
  })
  return { passed: report.numPassedTests, failed: failures.length, failures }
}

/** @param {any} suite @returns {any[]} */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/**
 * A `flaky` test passed only at a second attempt. Neither flaky nor skipped journeys count as passed. @param {any} report  of Playwright's
 * reporter `json` @returns {Count}
 */
export function readPlaywright(report) {
  const failures = report.suites.flatMap(specsOf).flatMap((/** @type {any} */ spec) => {
    const bad = spec.tests.filter((/** @type {any} */ test) => test.status !== 'expected')
    return bad.map((/** @type {any} */ test) => ({
      test: `${spec.file} › ${spec.title} (${test.status})`,
      reason: firstLines(
        test.results.flatMap((/** @type {any} */ result) => result.errors.map((/** @type {any} */ error) => error.message)),
      ),
    }))
  })
  const broken = report.errors.map((/** @type {any} */ error) => ({ test: 'playwright', reason: firstLines([error.message]) }))
  return { passed: report.stats.expected, failed: failures.length + broken.length, failures: [...failures, ...broken] }
}
