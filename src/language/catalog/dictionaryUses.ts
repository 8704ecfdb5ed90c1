import type { Catalog } from './catalog.ts'

/** Resources whose screens take a dictionary somewhere: in a list, a form, a step, in rows or in lists of children. */
export function resourcesWithDictionary({ screens }: Pick<Catalog, 'screens'>, name: string): ReadonlySet<string> {
  return new Set([...screens.values()].flatMap((screen) => (takes(screen, name) ? [screen.resource] : [])))
}

function takes(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([key, value]) =>
    key === 'dictionary' || key === 'x-dictionary' ? nameOf(value) === name : takes(value, name),
  )
}

function nameOf(use: unknown): unknown {
  return typeof use === 'object' && use !== null && 'name' in use ? use.name : use
}
