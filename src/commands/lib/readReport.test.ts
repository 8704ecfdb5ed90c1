import { describe, expect, it } from 'vitest'
import { readPlaywright, readVitest } from './readReport.mjs'

const file = (name: string, more: object) => ({ name, status: 'passed', message: '', assertionResults: [], ...more })

describe('readVitest', () => {
  it('counts, and names what failed with its reason', () => {
    const failed = { status: 'failed', fullName: 'adds two', failureMessages: ['\u001b[31mexpected 3\u001b[39m\n    at a.test.ts:1'] }
    const report = {
      numPassedTests: 7,
      testResults: [file('a.test.ts', { status: 'failed', assertionResults: [{ status: 'passed' }, failed] }), file('b.test.ts', {})],
    }
    expect(readVitest(report)).toEqual({
      passed: 7,
      failed: 1,
      failures: [{ test: 'a.test.ts › adds two', reason: 'expected 3\n    at a.test.ts:1' }],
    })
  })

  it('counts a file that does not load', () => {
    const report = { numPassedTests: 0, testResults: [file('a.test.ts', { status: 'failed', message: 'Cannot find module' })] }
    expect(readVitest(report)).toMatchObject({ failed: 1, failures: [{ test: 'a.test.ts', reason: 'Cannot find module' }] })
  })

  it('shows the beginning of a long reason only', () => {
    const long = { status: 'failed', fullName: 'x', failureMessages: [Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n')] }
    const report = { numPassedTests: 0, testResults: [file('a.test.ts', { status: 'failed', assertionResults: [long] })] }
    expect(readVitest(report).failures[0]?.reason.split('\n')).toHaveLength(25)
  })
})

describe('readPlaywright', () => {
  const spec = (title: string, status: string, messages: readonly string[]) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  })

  it('goes into nested suites, and takes nothing but a first success as good', () => {
    const nested = { suites: [{ specs: [spec('inner', 'unexpected', ['Timeout'])] }], specs: [spec('twice', 'flaky', ['late'])] }
    const report = {
      suites: [nested, { specs: [spec('good', 'expected', []), spec('left out', 'skipped', [])] }],
      errors: [],
      stats: { expected: 1 },
    }
    const { passed, failed, failures } = readPlaywright(report)
    expect([passed, failed]).toEqual([1, 3])
    expect(failures.map(({ test }) => test)).toEqual([
      'a.spec.ts › twice (flaky)',
      'a.spec.ts › inner (unexpected)',
      'a.spec.ts › left out (skipped)',
    ])
    expect(failures[1]?.reason).toBe('Timeout')
  })

  it('counts what failed before any test', () => {
    expect(readPlaywright({ suites: [], errors: [{ message: 'no server' }], stats: { expected: 0 } })).toMatchObject({ failed: 1 })
  })
})
