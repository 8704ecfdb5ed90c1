import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** A file of one area that imports a file of another. */
export interface AreaImport {
  readonly from: string
  readonly to: string
  /** The two files, as paths within their areas. */
  readonly file: string
  readonly imported: string
}

export interface AreaGraph {
  readonly areas: readonly string[]
  readonly imports: readonly AreaImport[]
}

const importedFile = /(?:from|import)\s+'(\.[^']+)'/g
const isCode = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|[/\\]testing[./\\]/.test(file)

/** The areas in a folder and the imports between them, without tests and files used only by tests. */
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

/** Every area that an area depends on, directly or indirectly. */
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

/** Imports that are part of a cycle between areas, e.g. `company/companyHooks.ts → pricing/owner.ts`. */
export function circlesOf(graph: AreaGraph): readonly string[] {
  return graph.imports
    .filter(({ from, to }) => reached(graph, to).has(from))
    .map(({ from, to, file, imported }) => `${from}/${file} → ${to}/${imported}`)
}

/** Draws the graph, which has no cycles, as a Mermaid chart. An arrow is left out when a longer path leads to the same area. */
export function drawAreaGraph(graph: AreaGraph): string {
  const direct = (area: string) => {
    const found = neighbours(graph, area)
    return found.filter((to) => !found.some((between) => reached(graph, between).has(to)))
  }
  const arrows = graph.areas.flatMap((area) => direct(area).map((to) => `  ${area} --> ${to}`))
  return ['flowchart TD', ...graph.areas.map((area) => `  ${area}`), ...arrows].join('\n')
}

/** Table rows with the areas that each area imports from. */
export function listImports(graph: AreaGraph): readonly string[] {
  return graph.areas.map((area) => `| ${area} | ${neighbours(graph, area).join(', ') || 'none'} |`)
}
