import type { Entity } from '../../../language/documents/entity.ts'
import type { Database } from '../../platform/database/tables.ts'
import { createRecordsEngine } from '../createEngine.ts'
import type { RecordsEngine } from '../engine.ts'
import { createRecordTables, openMemoryDatabase } from './memoryDatabase.ts'

interface OpenEngine {
  readonly db: Database
  readonly engine: RecordsEngine
  close(): Promise<void>
}

/**
 * An engine for own entities, without dictionaries, on a database of its own.
 *
 * @param entities asked at every call, so that a test can change them
 */
export async function openEngine(entities: () => ReadonlyMap<string, Entity>): Promise<OpenEngine> {
  const { db, close } = await openMemoryDatabase(createRecordTables)
  const { engine } = createRecordsEngine({
    findEntity: (name) => entities().get(name),
    entities: () => [...entities().values()],
    findOptions: async () => undefined,
    reportFailure: (error: unknown) => {
      throw error
    },
  })
  return { db, engine, close }
}
