import { sql } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../environment.ts'
import { databaseOf } from './databaseOf.ts'
import { migrate } from './migrate.ts'
import type { SchemaFiles } from './schema/schemaFiles.ts'
import type { Database } from './tables.ts'
import { typeParsers } from './typeParsers.ts'

interface Place {
  readonly database: string
  readonly schema: string | null
  readonly role: string
}

const excessesShown = 3

/**
 * Brings the schema to the state of the code. With a connection of the owner, the server's role gets only the rights that it needs: ledger
 * and audit rows can be added, but not changed (domain 2.4, I7).
 *
 * @param db connection of the server's role
 * @param ownerUrl URL for the role that owns the tables; null: the server's role owns them
 * @param files    default: the files of this version of the code
 * @returns names of the files applied by this call
 * @throws ConfigError when the server's role could change the ledger, or sees other tables than the owner's
 */
export async function prepareSchema(db: Database, ownerUrl: string | null, files?: SchemaFiles): Promise<readonly string[]> {
  if (ownerUrl === null) return migrate(db, { files })
  const owner = databaseOf(new pg.Pool({ connectionString: ownerUrl, types: typeParsers, max: 1, connectionTimeoutMillis: 10_000 }))
  try {
    const role = await serverRoleOf(owner, db)
    const applied = await migrate(owner, { files, serverRole: role })
    await assertFewRights(db, role)
    return applied
  } finally {
    await owner.destroy()
  }
}

/** Name of the server's role. Checks first that both connections lead to the same database; nothing is written before. */
async function serverRoleOf(owner: Database, server: Database): Promise<string> {
  const [ours, theirs] = [await placeOf(owner), await placeOf(server)]
  if (ours.database !== theirs.database || ours.schema !== theirs.schema)
    throw new ConfigError([
      `DATABASE_OWNER_URL（${ours.database}.${ours.schema}）與 DATABASE_URL（${theirs.database}.${theirs.schema}）應指向同一個資料庫與結構描述。`,
    ])
  if (ours.role === theirs.role) throw new ConfigError(['DATABASE_OWNER_URL 與 DATABASE_URL 應使用不同的資料庫角色。'])
  return theirs.role
}

async function placeOf(db: Database): Promise<Place> {
  const { rows } = await sql<Place>`
    select current_database()::text as database, current_schema()::text as schema, current_user::text as role`.execute(db)
  return rows[0] as Place
}

async function assertFewRights(server: Database, role: string): Promise<void> {
  const { rows } = await sql<{ excess: string }>`select excess from excessive_server_rights() as excess`.execute(server)
  if (rows.length === 0) return
  const shown = rows.slice(0, excessesShown).map((row) => row.excess)
  throw new ConfigError([
    `DATABASE_URL 的角色 ${role} 可變更僅供新增的帳本與稽核資料（${shown.join('、')}${rows.length > shown.length ? '…' : ''}），` +
      '請改用非超級使用者、非資料表擁有者的角色。',
  ])
}
