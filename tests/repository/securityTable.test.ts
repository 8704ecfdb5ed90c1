import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

interface Row {
  readonly number: string
  readonly level: string
  readonly state: string
  readonly how: string
  readonly tests: string
}

const inProject = (path: string) => resolve(projectRoot, path)
const text = readFileSync(inProject('docs/security.md'), 'utf8')
const { levels } = JSON.parse(readFileSync(inProject('tests/repository/asvsNumbers.json'), 'utf8')) as {
  levels: Readonly<Record<string, readonly string[]>>
}
const states = ['yes', 'read', 'document', 'part', 'not met', 'operator', 'n/a']

const rows: readonly Row[] = text
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number = '', level = '', , state = '', how = '', tests = ''] = line
      .split(' | ')
      .map((cell) => cell.replace(/^\| |\s*\|$/g, '').trim())
    return { number, level, state, how, tests }
  })

/** Citations in the page: `file` "name of a test". */
const cited = [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`(?: "([^"]+)")?/g)].map(([, file = '', name]) => ({ file, name }))
const paths = [...text.matchAll(/`((?:src|tests|portal|schemas|docs)\/[^`\s]*)`/g)].map(([, path = '']) => path)

describe('docs/security.md', () => {
  it('docs/security.md has every number of levels 1 and 2 once, with its level', () => {
    const wanted = Object.entries(levels).flatMap(([level, numbers]) => numbers.map((number) => `${number} L${level}`))
    expect(wanted).toHaveLength(253)
    expect(rows.map(({ number, level }) => `${number} L${level}`).sort()).toEqual(wanted.sort())
  })

  it('says for each how it stands, and why', () => {
    for (const { number, state, how } of rows) {
      expect(states, number).toContain(state)
      expect(how, number).not.toBe('')
    }
  })

  it('names a test for all that a test shows, and none for what does not apply', () => {
    const isShown = ({ tests }: Row) => /^`[^`]+` "[^"]+"/.test(tests)
    expect(rows.filter((row) => row.state === 'yes' && !isShown(row)).map((row) => row.number)).toEqual([])
    expect(rows.filter((row) => row.state === 'n/a' && row.tests !== '').map((row) => row.number)).toEqual([])
  })

  it('cites tests that exist, by names that stand in them', () => {
    expect(cited.length).toBeGreaterThan(150)
    const wrong = cited.filter(
      ({ file, name }) => !existsSync(inProject(file)) || (name && !readFileSync(inProject(file), 'utf8').includes(name)),
    )
    expect(wrong).toEqual([])
  })

  it('names only files and folders that exist', () => {
    expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([])
  })
})
