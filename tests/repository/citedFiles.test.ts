import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

const read = ['src', 'schemas', 'portal', 'tests', 'docs', 'README.md', 'CONTRIBUTING.md']
const notOurs: ReadonlySet<string> = new Set(['.git', 'node_modules', 'data', 'dist'])
const files = readdirSync(projectRoot, { withFileTypes: true })
  .filter(({ name }) => !notOurs.has(name))
  .flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name]
    return readdirSync(join(projectRoot, entry.name), { recursive: true }).map((file) => join(entry.name, String(file)))
  })
const migrations = files
  .filter((file) => /^src\/server\/migrations\/\d{4}_/.test(file))
  .map((file) => file.slice('src/server/migrations/'.length))

/** Words that look like file names but are not files of the project. */
const otherNames: ReadonlySet<string> = new Set([
  'Node.js',
  // A file of a package.
  '@zip.js/zip.js',
  // A file written at run time.
  'DATA_DIR/secrets.json',
  // Files that a reader makes when following the example in schemas/README.md.
  'entities/demo/giftCard.json',
  'entities/demo/giftOrder.json',
  'screens/_demo/gift_cards.json',
  'schemas/screens/_demo/gift_cards.json',
  // A file name suffix.
  '.test.ts',
  // An address whose pattern is left out.
  '/:hash.js',
])

const commentOf: Readonly<Record<string, RegExp>> = {
  ts: /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g,
  sql: /--[^\n]*/g,
  html: /<!--[\s\S]*?-->/g,
  md: /[\s\S]+/g,
}
const kindOf = (file: string) =>
  file
    .split('.')
    .at(-1)
    ?.replace(/^(tsx|mjs|css)$/, 'ts') ?? ''

/** A path or file name with one of our extensions; not a pattern (`*.ts`, `<name>.json`) nor the property of an object. */
const fileNames = /(?<![\w@/.*<>{}$:-])[\w@./:-]*\w\.(?:sql|tsx?|mjs|jsx?|css|html|md|json)\b(?![\w(])/g
/** Four digits after such a word, which a reader would look for among the migrations. */
const migrationNumbers = /\b(?:migrations?|in|of|by|see|from|and) (0[0-2]\d\d)\b(?!-)/g

interface Citation {
  readonly file: string
  readonly name: string
}

function citations(pattern: RegExp): readonly Citation[] {
  return files.flatMap((file) => {
    const comments = commentOf[kindOf(file)]
    if (!comments || !read.includes(file.split('/')[0] ?? '')) return []
    const text = readFileSync(join(projectRoot, file), 'utf8')
    return [...text.matchAll(comments)].flatMap(([comment]) =>
      [...comment.matchAll(pattern)].map(([whole, name = whole]) => ({ file, name })),
    )
  })
}

const isThere = (name: string) => {
  const path = name.replace(/^(\.\.?\/)+/, '')
  return otherNames.has(name) || files.some((file) => file === path || file.endsWith(`/${path}`))
}

describe('what comments and documents cite', () => {
  const named = citations(fileNames)

  it('what comments and documents cite is read from all of them', () => {
    expect(new Set(named.map(({ file }) => kindOf(file)))).toEqual(new Set(['ts', 'sql', 'md']))
    expect(named.length).toBeGreaterThan(100)
  })

  it('what comments and documents cite is a file that exists', () => {
    // The text of a migration never changes, including its comments, even when a file that it names is moved.
    const lasting = named.filter(({ file }) => !file.startsWith('src/server/migrations/'))
    expect(lasting.filter(({ name }) => !isThere(name))).toEqual([])
  })

  it('what comments and documents cite is a migration that exists', () => {
    const numbers = new Set(migrations.map((name) => name.slice(0, 4)))
    expect(citations(migrationNumbers).filter(({ name }) => !numbers.has(name))).toEqual([])
  })
})
