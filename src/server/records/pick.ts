import type { RecordValues } from './hooks.ts'

/** The entries whose names pass the test, without audit columns, which the storage sets itself. */
export function pick(values: RecordValues, passes: (name: string) => boolean): RecordValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && !ownedByStorage.has(name) && passes(name)),
  )
}

const ownedByStorage: ReadonlySet<string> = new Set(['id', 'rowVersion', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt'])
