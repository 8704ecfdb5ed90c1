import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TableDescription } from '../../language/authoring/newEntity.ts'
import { type Config, readConfig } from '../../server/platform/config.ts'
import { FolderInUseError } from '../../server/platform/database/folderLock.ts'
import { openDatabase } from '../../server/platform/database/open.ts'
import type { Database } from '../../server/platform/database/tables.ts'
import { type CatalogueRelation, readComments, readDatabaseCatalogue } from '../../server/screens/databaseCatalogue.ts'
import { CommandProblem } from './documents.ts'

export type TableLookUp = { readonly kind: 'found'; readonly table: TableDescription } | { readonly kind: 'missing' }

/**
 * Reads a table from the catalogue of the database that the server would use (DATABASE_URL, otherwise the folder DATA_DIR), without
 * writing.
 *
 * @throws CommandProblem when there is no database yet, or a running server has locked the folder
 */
export async function describeTable(name: string): Promise<TableLookUp> {
  const config = readConfig(process.env)
  assertDataFolder(config)
  const database = await openForReading(config)
  try {
    return await readTable(database.db, name)
  } finally {
    await database.close()
  }
}

/** Checked first, because opening the database would create a missing folder. */
function assertDataFolder(config: Config): void {
  if (config.databaseUrl !== null || existsSync(join(config.dataDir, 'database', 'pgdata', 'PG_VERSION'))) return
  throw new CommandProblem(
    `資料夾 ${config.dataDir} 還沒有資料庫；請先以 npm start 啟動一次，或以 DATA_DIR、DATABASE_URL 指定要讀取的資料庫`,
  )
}

async function openForReading(config: Config): ReturnType<typeof openDatabase> {
  try {
    return await openDatabase(config)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new CommandProblem(`${error.message}\n內嵌資料庫一次只能由一個程序使用：停止伺服器後再執行一次即可，已執行的設定不受影響。`)
  }
}

function readTable(db: Database, name: string): Promise<TableLookUp> {
  return db.transaction().execute(async (trx) => {
    await sql`set transaction read only`.execute(trx)
    const relations = await readDatabaseCatalogue(trx)
    const relation = relations.get(name)
    if (relation === undefined) return { kind: 'missing' }
    const comments = await readComments(trx, name)
    return { kind: 'found', table: toDescription(name, relation, comments) }
  })
}

function toDescription(name: string, relation: CatalogueRelation, comments: ReadonlyMap<string, string>): TableDescription {
  const columns = [...relation.columns.values()].map((column) => ({ ...column, comment: comments.get(column.name) ?? null }))
  return { name, comment: comments.get('') ?? null, columns, uniques: relation.uniques }
}
