import type { Kysely, Transaction } from 'kysely'
import type { SqlKind } from './schema/sqlObject.ts'

/**
 * Tables known to the query builder. Those of entity documents are generated (`src/server/tables.generated.ts`). A table that no entity
 * describes is typed by hand in the `tables.ts` of the folder that owns it, by declaration merging as here:
 * `declare module '../platform/database/tables.ts' { interface Tables { session: SessionTable } }`.
 * Columns are camelCase in TypeScript and snake_case in SQL (Kysely's CamelCasePlugin with `maintainNestedObjectKeys`). A contract test
 * compares both kinds with the migrated database.
 */
export interface Tables {
  schemaMigration: SchemaMigrationTable
  schemaObject: SchemaObjectTable
  schemaRelease: SchemaReleaseTable
}

interface SchemaObjectTable {
  name: string
  kind: SqlKind
  target: string
  head: string | null
  checksum: string
  appliedAt: Date
}

interface SchemaReleaseTable {
  number: number
  appliedAt: Date
}

interface SchemaMigrationTable {
  name: string
  checksum: string
  appliedAt: Date
}

export type Database = Kysely<Tables>
export type Trx = Transaction<Tables>
/** For reads that may run inside or outside a transaction; the caller always chooses. */
export type Executor = Database | Trx
