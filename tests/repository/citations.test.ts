import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

// Checks that what a comment or a page refers to exists: "domain 4.5" is a heading in docs/domain, "specification 5" one of the
// specification, a link leads to a file and a heading. Files that comments name are checked in citedFiles.test.ts.

const isText = /\.(ts|tsx|mjs|sql|css|json|md|html)$/
const inProject = (file: string) => join(projectRoot, file)
const readText = (file: string) => readFileSync(inProject(file), 'utf8')
const files = ['src', 'portal', 'schemas', 'tests', 'docs']
  .flatMap((folder) => readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .concat('README.md', 'CONTRIBUTING.md')
  .filter((file) => isText.test(file))

/** Numbers in the headings of a page: `## 4.5 …`, `# 4. …`. */
const numbersOf = (text: string) => [...text.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number ?? '')

const domainPages = readdirSync(inProject('docs/domain')).map((name) => readText(`docs/domain/${name}`))
const chapters: Readonly<Record<string, ReadonlySet<string>>> = {
  domain: new Set(domainPages.flatMap(numbersOf)),
  specification: new Set(numbersOf(readText('docs/specification.md'))),
}

/** A citation may continue in the next line of a comment. `domain/02-…` is a path and no citation. */
const citation = /\b(domain|specification)(?!\/)(?:,? section|,? chapter)?[\s*/]+(\d+(?:\.\d+)*)\b/gi
/** A link to another page of the project, to a heading, or to a heading of another page; also a picture. */
const link = /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g

/** Blanks code blocks, but keeps the line numbers. */
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/.+/g, ''))

/** Anchors of the headings of a page as GitHub makes them: the second heading of the same name gets the suffix -1. */
function anchorsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#+ (.+)$/gm)) {
    const words = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const anchor = words.replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-')
    let name = anchor
    for (let count = 1; found.has(name); count += 1) name = `${anchor}-${count}`
    found.add(name)
  }
  return found
}

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

  it('links to files and headings that exist', () => {
    let linked = 0
    const missing = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => {
        const text = withoutCode(readText(file))
        return [...text.matchAll(link)].flatMap(({ 0: whole, 1: to = '', 2: anchor, index }) => {
          linked += 1
          const target = to === '' ? file : join(dirname(file), decodeURI(to))
          const isThere = existsSync(inProject(target)) && (anchor === undefined || anchorsOf(readText(target)).has(decodeURI(anchor)))
          return isThere ? [] : [`${file}:${lineOf(text, index)} ${whole}`]
        })
      })
    expect(missing).toEqual([])
    expect(linked).toBeGreaterThan(100)
  })
})
