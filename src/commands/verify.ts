import { isOlderSchema } from '../server/domain/points/verify/olderSchema.ts'
import { connectionsOf, isSound, lineOf, verifyLedger } from '../server/domain/points/verify/verifyLedger.ts'
import { readConfig } from '../server/platform/config.ts'
import { openDatabase } from '../server/platform/database/open.ts'

/** `npm run verify`: checks the ledger's invariants on the configured database; exit code 1 when one is broken, 2 when it cannot check. */
async function run(): Promise<number> {
  const database = await openDatabase(readConfig(process.env))
  try {
    const results = await database.patiently(() => verifyLedger(database.db, { connections: connectionsOf(database.kind) }))
    for (const result of results) process.stdout.write(`${lineOf(result)}\n`)
    return isSound(results) ? 0 : 1
  } finally {
    await database.close()
  }
}

function reasonOf(error: unknown): string {
  if (isOlderSchema(error)) return '資料庫尚未建立帳本或版本較舊，請先啟動一次伺服器。'
  return error instanceof Error ? error.message : String(error)
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 2
}
