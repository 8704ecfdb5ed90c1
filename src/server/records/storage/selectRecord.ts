import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '../../platform/database/tables.ts'
import type { StoredRecord } from '../hooks.ts'
import type { Storage } from './storage.ts'

/** The row with this id, when `where` matches it. */
export async function selectOne(db: Executor, storage: Storage, where: RawBuilder<SqlBool>, id: number): Promise<StoredRecord | undefined> {
  return selectFirst(db, storage, sql<SqlBool>`(${where}) and r.id = ${id}`)
}

/** The first row that `where` matches. */
export async function selectFirst(db: Executor, storage: Storage, where: RawBuilder<SqlBool>): Promise<StoredRecord | undefined> {
  const { rows } = await sql`
    select ${storage.source.columns} from ${storage.source.from} where ${where} limit 1
  `.execute(db.withoutPlugins())
  return rows[0] === undefined ? undefined : storage.read(rows[0])
}
