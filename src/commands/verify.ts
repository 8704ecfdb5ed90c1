import { parseArgs } from 'node:util'
import { verifyAccounting } from '../server/domain/accounting/public.ts'
import { verifyActivities } from '../server/domain/activity/public.ts'
import { connectionsOf, isOlderSchema, isSound, lineOf, verifyLedger } from '../server/domain/points/public.ts'
import { verifySeals } from '../server/domain/seals/public.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { ConfigError } from '../server/platform/environment.ts'
import { loadSecrets } from '../server/platform/secrets.ts'

/** Null when the key is not available here; a check never makes keys. */
function readSealKey(config: Config): Uint8Array | null {
  try {
    return loadSecrets({ ...config, production: true }, process.env).auditSeal
  } catch (error) {
    if (error instanceof ConfigError) return null
    throw error
  }
}

/**
 * `npm run verify`: checks the ledger's invariants, the audit, and the seals of both in the configured database. `-- --anchor CODE`
 * compares with a printed anchor and may be repeated. Exit code 1 for violations, 2 when the check cannot run.
 */
async function run(): Promise<number> {
  const { anchor = [] } = parseArgs({ options: { anchor: { type: 'string', multiple: true } } }).values
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const connections = connectionsOf(database.kind)
    const results = await database.patiently(async () => [
      ...(await verifyLedger(database.db, { connections })),
      ...(await verifyAccounting(database.db)),
      ...(await verifyActivities(database.db)),
      ...(await verifySeals(database.db, { key: readSealKey(config), anchors: anchor })),
    ])
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
