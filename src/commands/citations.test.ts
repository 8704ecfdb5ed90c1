import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../server/platform/projectRoot.ts'

// What a comment sends its reader to has to be there: "domain 4.5" is a heading of docs/domain, "specification 5" one of its page.

const isText = /\.(ts|tsx|mjs|sql|css|json|md|html)$/
const inProject = (file: string) => join(projectRoot, file)
const readText = (file: string) => readFileSync(inProject(file), 'utf8')
const files = ['src', 'portal', 'schemas', 'tests', 'docs']
  .flatMap((folder) => readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .concat('README.md')
  .filter((file) => isText.test(file))

/** Numbers of the headings of a page: `## 4.5 …`, `# 4. …`. */
const numbersOf = (text: string) => [...text.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number ?? '')

const domainPages = readdirSync(inProject('docs/domain')).map((name) => readText(`docs/domain/${name}`))
const chapters: Readonly<Record<string, ReadonlySet<string>>> = {
  domain: new Set(domainPages.flatMap(numbersOf)),
  specification: new Set(numbersOf(readText('docs/specification.md'))),
}

/** A citation may go on in the next line of a comment; `domain/02-…` is a path. */
const citation = /\b(domain|specification)(?!\/)(?:,? section|,? chapter)?[\s*/]+(\d+(?:\.\d+)*)\b/gi
/** A page or a file of ours, by its path. */
const path = /\b(?:docs|src|schemas|portal|tests)\/[\w./-]+\.(?:md|ts|tsx|mjs|sql|json|css)\b/g

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

describe('a comment or page', () => {
  it('cites chapters that are in docs', () => {
    let cited = 0
    const missing = files.flatMap((file) => {
      const text = readText(file)
      return [...text.matchAll(citation)].flatMap(({ 0: words, 1: page = '', 2: number = '', index }) => {
        cited += 1
        return chapters[page.toLowerCase()]?.has(number) ? [] : [`${file}:${lineOf(text, index)} ${words}`]
      })
    })
    expect(missing).toEqual([])
    expect(cited).toBeGreaterThan(300)
  })

  it('names files that exist', () => {
    // The guide for analysts names files that they would make; a migration that was applied never changes, not even its comments.
    const pages = files.filter((file) => !/^(schemas|src\/server\/migrations)\/|\.(test\.tsx?|spec\.ts)$/.test(file))
    const missing = pages.flatMap((file) => {
      const text = readText(file)
      const comments = file.endsWith('.md') ? text : text.replace(/^(?!\s*(\/\/|\*|\/\*|--)).*$/gm, '')
      return [...comments.matchAll(path)].flatMap(({ 0: named, index }) =>
        existsSync(inProject(named)) ? [] : [`${file}:${lineOf(comments, index)} ${named}`],
      )
    })
    expect(missing).toEqual([])
  })
})
