import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../server/platform/projectRoot.ts'
import { type AreaGraph, circlesOf, drawAreaGraph, listCircles, listImports, readAreaGraph } from './areaGraph.ts'

const page = join(projectRoot, 'docs/architecture.md')
const graph = readAreaGraph(join(projectRoot, 'src/server/domain'))

/** What stands between these lines of the page is made of the code. */
const begin = '<!-- Made of the code by `npx vitest run -u --project unit src/commands/areaGraph.test.ts`. -->'
const end = '<!-- End of what is made of the code. -->'

const circles = listCircles(graph)

const drawn = () =>
  [
    begin,
    '',
    '```mermaid',
    drawAreaGraph(graph),
    '```',
    '',
    '| area | imports from |',
    '|---|---|',
    ...listImports(graph),
    '',
    ...(circles.length === 0 ? [] : ['Circles, to be dissolved:', '', '| circle | import | files |', '|---|---|---|', ...circles, '']),
    end,
  ].join('\n')

const arrow = (from: string, to: string) => ({ from, to, file: 'one.ts', imported: 'other.ts' })
const small: AreaGraph = {
  areas: ['a', 'b', 'c', 'd'],
  imports: [arrow('a', 'b'), arrow('b', 'a'), arrow('a', 'c'), arrow('c', 'd'), arrow('a', 'd')],
}

describe('the graph of areas', () => {
  it('frames circles, and leaves out arrows that others stand for', () => {
    expect(circlesOf(small)).toEqual([['a', 'b']])
    expect(drawAreaGraph(small).split('\n').slice(1)).toEqual([
      '  subgraph a_b ["a circle"]',
      '    a -.-> b',
      '    b -.-> a',
      '  end',
      '  c',
      '  d',
      '  a_b --> c',
      '  c --> d',
    ])
  })

  it('stands in docs/architecture.md as the code has it', async () => {
    const text = readFileSync(page, 'utf8')
    const [before, rest] = text.split(begin)
    const after = rest?.split(end)[1]
    expect(after, 'both marks stand in the page').toBeDefined()
    await expect(`${before}${drawn()}${after}`).toMatchFileSnapshot(page)
  })
})
