import type { ErrorSchema } from '@rjsf/utils'
import type { RowErrors } from '../../widgets/widget.ts'

/** Error texts of the field itself, without duplicates. */
export function ownErrors(errorSchema: ErrorSchema | undefined): readonly string[] {
  return [...new Set(errorSchema?.__errors ?? [])]
}

/** Error texts inside a list field, by row and member; undefined when there are none. */
export function rowErrors(errorSchema: ErrorSchema | undefined): RowErrors | undefined {
  if (!errorSchema) return undefined
  const rows = Object.entries(errorSchema).filter(([key]) => /^\d+$/.test(key))
  if (rows.length === 0) return undefined
  return Object.fromEntries(rows.map(([index, row]) => [index, memberErrors(row as ErrorSchema)]))
}

function memberErrors(row: ErrorSchema): Readonly<Record<string, readonly string[]>> {
  const members = Object.entries(row).map(([name, value]) => [
    name === '__errors' ? '' : name,
    name === '__errors' ? (value as unknown as readonly string[]) : ownErrors(value as ErrorSchema),
  ])
  return Object.fromEntries(members)
}

/** Number of errors of a field, including those inside it. */
export function errorCount(errorSchema: ErrorSchema | undefined): number {
  if (!errorSchema) return 0
  const below = Object.entries(errorSchema).filter(([key]) => key !== '__errors')
  return ownErrors(errorSchema).length + below.reduce((sum, [, part]) => sum + errorCount(part as ErrorSchema), 0)
}

/** Name of the field in a dotted property (`.tiers.0.conditionPoint` gives `tiers`). */
export function fieldOfProperty(property: string | undefined): string {
  return property?.split('.').find((part) => part !== '') ?? ''
}

/** 0-based row in such a property, and the member of the row (`.tiers.0.conditionPoint` gives 0 and `conditionPoint`); null outside of rows. */
export function placeInRows(property: string | undefined): { readonly row: number; readonly member: string | null } | null {
  const [, row, member = null] = property?.split('.').filter((part) => part !== '') ?? []
  return row !== undefined && /^\d+$/.test(row) ? { row: Number(row), member } : null
}

/** Converts the server's errors (`{field: text}`, dotted in lists) to the form that RJSF needs. */
export function errorSchemaOf(fields: Readonly<Record<string, string>>): ErrorSchema {
  const root: Record<string, unknown> = {}
  for (const [path, text] of Object.entries(fields)) {
    const target = path.split('.').reduce<Record<string, unknown>>((parent, part) => {
      const below = (Object.hasOwn(parent, part) ? parent[part] : {}) as Record<string, unknown>
      Object.defineProperty(parent, part, { value: below, enumerable: true, configurable: true, writable: true })
      return below
    }, root)
    target.__errors = [...((target.__errors as readonly string[] | undefined) ?? []), text]
  }
  return root as ErrorSchema
}
