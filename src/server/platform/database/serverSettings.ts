import type pg from 'pg'
import { StartError } from '../environment.ts'

/** Refuses, in production, a server that may lose acknowledged commits (security, operation). */
export async function assertSafeSettings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')",
  )
  const off = rows.filter((row) => row.setting === 'off').map((row) => row.name)
  if (off.length > 0) throw new StartError(`資料庫設定 ${off.join('、')} 為 off，斷電時會遺失資料，正式環境不可啟動。`)
}
