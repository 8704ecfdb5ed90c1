import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

/** Words that need a subject before them. A test name that starts with one of them cannot be understood without its `describe`. */
const openings =
  'is|are|was|were|has|have|had|do|does|can|cannot|may|must|will|be|not|of|for|with|without|in|on|by|and|or|from|to|into|that|which|whose'
const fragment = new RegExp(`^(?:${openings})\\b`)

/** Matches `it('…'`, and `it.each(table)('…'`, whose table ends with a bracket. */
const names = /(?:^|\s)(?:it|test)\(\s*(['"`])(.+?)\1\s*,|[\])}]\)\(\s*(['"`])(.+?)\3\s*,/g

function fragmentsOf(text: string): readonly string[] {
  return [...text.matchAll(names)].map((match) => match[2] ?? match[4] ?? '').filter((name) => fragment.test(name))
}

describe('the name of a test', () => {
  it('says what is true when it is read without its describe', () => {
    const files = ['src', 'portal', 'tests'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
        .filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith('testNames.test.ts')),
    )
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap((file) => fragmentsOf(readFileSync(join(projectRoot, file), 'utf8')).map((name) => `${file}: ${name}`))
    expect(found).toEqual([])
  })

  it.each(["  it('is forgotten after a day', () => {", "  it.each([\n    ['1', 2],\n  ])('of %s is refused', (key) => {"])(
    'a fragment is found in: %s',
    (text) => expect(fragmentsOf(text)).toHaveLength(1),
  )

  it('needs no describe when it begins with its subject or with a verb of its own', () => {
    expect(fragmentsOf("it('a key is forgotten after a day', () => {")).toEqual([])
    expect(fragmentsOf("it('refuses a key of another form', () => {")).toEqual([])
  })
})
