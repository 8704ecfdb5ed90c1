import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** One file of an area that imports a file of another. */
export interface AreaImport {
  readonly from: string
  readonly to: string
  /** The two files, by their paths below their areas. */
  readonly file: string
  readonly imported: string
}

export interface AreaGraph {
  readonly areas: readonly string[]
  readonly imports: readonly AreaImport[]
}

const importedFile = /(?:from|import)\s+'(\.[^']+)'/g
const isCode = (file: string) => file.endsWith('.ts') && !/\.test\.ts$|[/\\]testing[./\\]/.test(file)

/** The areas below a folder and the imports between them; tests and what only tests use are left out. */
export function readAreaGraph(folder: string): AreaGraph {
  const areas = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCode).sort()
  const place = (file: string) => {
    const [area = '', ...rest] = relative(folder, file).split(sep)
    return { area, file: rest.join('/') }
  }
  const imports = files.flatMap((file) => {
    const path = join(folder, file)
    const from = place(path)
    return [...readFileSync(path, 'utf8').matchAll(importedFile)].flatMap(([, imported = '']) => {
      const to = place(resolve(dirname(path), imported))
      const isBetweenAreas = from.area !== to.area && areas.includes(from.area) && areas.includes(to.area)
      return isBetweenAreas ? [{ from: from.area, to: to.area, file: from.file, imported: to.file }] : []
    })
  })
  return { areas: areas.sort(), imports }
}

const neighbours = ({ imports }: AreaGraph, area: string) =>
  [...new Set(imports.flatMap(({ from, to }) => (from === area ? [to] : [])))].sort()

/** Every area that one depends on, however far away. */
function reached(graph: AreaGraph, area: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = neighbours(graph, area)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...neighbours(graph, next))
  }
  return found
}

/** Areas that depend on each other, in groups; an area that stands alone is a group of one. */
function groupsOf(graph: AreaGraph): readonly (readonly string[])[] {
  const reach = new Map(graph.areas.map((area) => [area, reached(graph, area)]))
  const groupOf = (area: string) =>
    graph.areas.filter((other) => other === area || (reach.get(area)?.has(other) && reach.get(other)?.has(area)))
  return graph.areas.map(groupOf).filter((group, index) => group[0] === graph.areas[index])
}

/** Groups of two and more areas that import each other in a circle. */
export function circlesOf(graph: AreaGraph): readonly (readonly string[])[] {
  return groupsOf(graph).filter((group) => group.length > 1)
}

/**
 * The graph as a Mermaid chart. An arrow is left out where others lead to the same area; circles stand in a frame, with all their arrows.
 */
export function drawAreaGraph(graph: AreaGraph): string {
  const groups = groupsOf(graph)
  const nameOf = (group: readonly string[]) => group.join('_')
  const holds = (group: readonly string[], area: string) => group.includes(area)
  const next = (group: readonly string[]) =>
    groups.filter((other) => other !== group && group.some((area) => neighbours(graph, area).some((to) => holds(other, to))))
  const beyond = (group: readonly string[]): ReadonlySet<readonly string[]> =>
    new Set(next(group).flatMap((other) => [other, ...beyond(other)]))
  const direct = (group: readonly string[]) => {
    const found = next(group)
    return found.filter((other) => !found.some((between) => between !== other && beyond(between).has(other)))
  }
  const inside = (group: readonly string[]) =>
    group.flatMap((from) => neighbours(graph, from).flatMap((to) => (holds(group, to) ? [`    ${from} -.-> ${to}`] : [])))
  const frames = groups.flatMap((group) =>
    group.length === 1 ? [`  ${nameOf(group)}`] : [`  subgraph ${nameOf(group)} ["a circle"]`, ...inside(group), '  end'],
  )
  const arrows = groups.flatMap((group) => direct(group).map((other) => `  ${nameOf(group)} --> ${nameOf(other)}`))
  return ['flowchart TD', ...frames, ...arrows].join('\n')
}

const filesShown = 3

/** Both directions of each circle with the files that import; the shorter direction is the one to look at first. */
export function listCircles(graph: AreaGraph): readonly string[] {
  return circlesOf(graph).flatMap((circle) =>
    circle.flatMap((from) =>
      neighbours(graph, from).flatMap((to) => {
        const found = graph.imports.filter((each) => each.from === from && each.to === to)
        const files = found.slice(0, filesShown).map(({ file, imported }) => `\`${file}\` → \`${imported}\``)
        const rest = found.length > filesShown ? ', …' : ''
        return circle.includes(to) ? [`| ${circle.join(', ')} | ${from} → ${to} | ${files.join(', ')}${rest} |`] : []
      }),
    ),
  )
}

/** What each area imports from, as rows of a table. */
export function listImports(graph: AreaGraph): readonly string[] {
  return graph.areas.map((area) => `| ${area} | ${neighbours(graph, area).join(', ') || 'none'} |`)
}
