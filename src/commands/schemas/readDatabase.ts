import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Config, readConfig } from '../../server/platform/config.ts'
import { FolderInUseError } from '../../server/platform/database/folderLock.ts'
import { openDatabase } from '../../server/platform/database/open.ts'
import type { Executor } from '../../server/platform/database/tables.ts'
import { CommandProblem } from './documents.ts'

/**
 * Reads the database that the server would use (DATABASE_URL, otherwise the folder DATA_DIR), without writing.
 *
 * @throws CommandProblem when there is no database yet, or a running server has locked the folder
 */
export async function readDatabase<Answer>(read: (db: Executor) => Promise<Answer>): Promise<Answer> {
  const config = readConfig(process.env)
  assertDataFolder(config)
  const database = await openForReading(config)
  try {
    return await database.db.transaction().execute(async (trx) => {
      await sql`set transaction read only`.execute(trx)
      return read(trx)
    })
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
