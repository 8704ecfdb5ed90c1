import { entityTypes } from '../../language/authoring/entityTypes.ts'
import type { TypeSources } from '../../language/authoring/fieldTypes.ts'
import { tableTypes } from '../../language/authoring/tableTypes.ts'
import type { Catalog } from '../../language/catalog/catalog.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { openMemoryDatabase } from '../../server/records/testing/memoryDatabase.ts'
import { readDatabaseCatalogue } from '../../server/screens/databaseCatalogue.ts'
import { type GeneratedFile, writeFiles } from './generated.ts'

/** Generates the types of records and tables from the documents and a migrated database. */
export function typeFiles({ entities, dictionaries }: Catalog, relations: TypeSources['relations']): readonly GeneratedFile[] {
  const sources = { entities, dictionaries, relations }
  return [
    { path: 'src/server/entities.generated.ts', text: entityTypes(sources) },
    { path: 'src/server/tables.generated.ts', text: tableTypes(sources) },
  ]
}

/**
 * Writes the types from a database that is made from the migrations, which takes several seconds; a developer's own database may differ
 * from the code. A contract test checks on both engines that the files are up to date.
 */
export async function writeTypes(catalog: Catalog): Promise<void> {
  const { db, close } = await openMemoryDatabase()
  try {
    await migrate(db)
    writeFiles(typeFiles(catalog, await readDatabaseCatalogue(db)), '實體與資料表的 TypeScript 型別')
  } finally {
    await close()
  }
}
