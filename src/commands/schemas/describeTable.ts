import type { TableDescription } from '../../language/authoring/newEntity.ts'
import type { Executor } from '../../server/platform/database/tables.ts'
import { type CatalogueRelation, readComments, readDatabaseCatalogue } from '../../server/screens/databaseCatalogue.ts'
import { readDatabase } from './readDatabase.ts'

export type TableLookUp = { readonly kind: 'found'; readonly table: TableDescription } | { readonly kind: 'missing' }

/**
 * Reads a table from the catalogue of the database that the server would use (DATABASE_URL, otherwise the folder DATA_DIR), without
 * writing.
 *
 * @throws CommandProblem when there is no database yet, or a running server has locked the folder
 */
export async function describeTable(name: string): Promise<TableLookUp> {
  return readDatabase((db) => readTable(db, name))
}

async function readTable(db: Executor, name: string): Promise<TableLookUp> {
  const relations = await readDatabaseCatalogue(db)
  const relation = relations.get(name)
  if (relation === undefined) return { kind: 'missing' }
  const comments = await readComments(db, name)
  return { kind: 'found', table: toDescription(name, relation, comments) }
}

function toDescription(name: string, relation: CatalogueRelation, comments: ReadonlyMap<string, string>): TableDescription {
  const columns = [...relation.columns.values()].map((column) => ({ ...column, comment: comments.get(column.name) ?? null }))
  return { name, comment: comments.get('') ?? null, columns, uniques: relation.uniques }
}
