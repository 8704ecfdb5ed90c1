import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { type AreaGraph, circlesOf, drawAreaGraph, listImports, readAreaGraph } from './areaGraph.ts'

const page = join(projectRoot, 'docs/architecture.md')
const graph = readAreaGraph(join(projectRoot, 'src/server/domain'))

/** The text between these two lines of the page is generated from the code. */
const begin = '<!-- Made of the code by `npx vitest run -u --project unit tests/repository/areaGraph.test.ts`. -->'
const end = '<!-- End of what is made of the code. -->'

const drawn = () =>
  [begin, '', '```mermaid', drawAreaGraph(graph), '```', '', '| area | imports from |', '|---|---|', ...listImports(graph), '', end].join(
    '\n',
  )

/** All folders of the code with at least two others in them. */
const foldersWithRooms = ['src', 'portal'].flatMap((top) => {
  const entries = readdirSync(join(projectRoot, top), { recursive: true, withFileTypes: true })
  const parents = entries.filter((entry) => entry.isDirectory()).map(({ parentPath }) => relative(projectRoot, parentPath))
  return [...new Set(parents.filter((folder, index) => parents.indexOf(folder) < index))]
})

const arrow = (from: string, to: string) => ({ from, to, file: 'one.ts', imported: 'other.ts' })
const small: AreaGraph = { areas: ['a', 'b', 'c'], imports: [arrow('a', 'b'), arrow('b', 'c'), arrow('a', 'c')] }

describe('the graph of areas', () => {
  it('the graph of areas has no circle', () => {
    expect(circlesOf({ ...small, imports: [...small.imports, arrow('c', 'b')] })).toEqual([
      'b/one.ts → c/other.ts',
      'c/one.ts → b/other.ts',
    ])
    expect(circlesOf(graph)).toEqual([])
  })

  it.each(foldersWithRooms)('the rooms of %s have none', (folder) => {
    expect(circlesOf(readAreaGraph(join(projectRoot, folder)))).toEqual([])
  })

  it('leaves out arrows that others stand for', () => {
    expect(drawAreaGraph(small).split('\n').slice(1)).toEqual(['  a', '  b', '  c', '  a --> b', '  b --> c'])
  })

  it('an area knows only the public file of another, and the lint rules say so of each', () => {
    expect(graph.imports.filter(({ imported }) => imported !== 'public.ts')).toEqual([])
    const rules = readFileSync(join(projectRoot, '.biome.json'), 'utf8')
    const free = graph.areas.filter((area) => !rules.includes(`"**/${area}/**"`))
    expect(free, 'add "**/<area>/**" to the list of areas in .biome.json').toEqual([])
  })

  it('the table of areas in docs/architecture.md says of each what it owns', () => {
    const [table = ''] = readFileSync(page, 'utf8').match(/\| area \| owns \|[\s\S]*?\n\n/) ?? []
    const listed = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, area]) => area)
    expect(listed.toSorted(), 'one row "| `<area>` | what it owns |" for each folder of src/server/domain').toEqual(graph.areas)
  })

  it('stands in docs/architecture.md as the code has it', async () => {
    const text = readFileSync(page, 'utf8')
    const [before, rest] = text.split(begin)
    const after = rest?.split(end)[1]
    expect(after, 'both marks stand in the page').toBeDefined()
    await expect(`${before}${drawn()}${after}`).toMatchFileSnapshot(page)
  })
})
