import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

const folder = join(projectRoot, 'schemas/guide')
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
const textOf = (page: string) => readFileSync(join(folder, page), 'utf8')
const guide = readFileSync(join(projectRoot, 'schemas/README.md'), 'utf8')

/** Tests that a page names: file, and title where it is written as a plain text. */
const testsOf = (page: string) =>
  [...textOf(page).matchAll(/^- `([^`]+)`(?: "([^"]+)")?$/gm)].map(([, file = '', title]) => ({ file, title }))

describe('the guide to what this product has and others have not', () => {
  it('the guide has twelve pages, and the manual leads to each', () => {
    expect(pages).toHaveLength(12)
    expect(pages.filter((page) => !guide.includes(`](guide/${page})`))).toEqual([])
  })

  it.each(pages)('%s names tests that exist', (page) => {
    const tests = testsOf(page)
    expect(tests.length).toBeGreaterThan(0)
    for (const { file, title } of tests) {
      expect(existsSync(join(projectRoot, file)), file).toBe(true)
      if (title !== undefined) expect(readFileSync(join(projectRoot, file), 'utf8'), file).toContain(title)
    }
  })

  it.each(pages)('every command of %s stands in the manual as well, in the same words', (page) => {
    const commands = [...textOf(page).matchAll(/npm run schemas(?: -- [^`\n#]+)?/g)].map(([command]) => command.trim())
    expect(commands.filter((command) => !guide.includes(command))).toEqual([])
  })

  it.each(pages)('the links of %s to chapters of the manual lead to one', (page) => {
    const chapters = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.replace(/[（）()、，：]/g, '').replaceAll(' ', '-'))
    const named = [...textOf(page).matchAll(/\]\(\.\.\/README\.md#([^)]+)\)/g)].map(([, chapter = '']) => chapter)
    expect(named.filter((chapter) => !chapters.includes(chapter))).toEqual([])
  })

  it.each(pages)('the links of %s lead somewhere', (page) => {
    for (const [, target = ''] of textOf(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
      expect(existsSync(join(folder, target)), target).toBe(true)
  })
})
