import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Database, Executor } from '../../platform/database/tables.ts'
import type { ExportState } from '../tables.ts'

/** For this long a file can be downloaded (domain 4.0). */
const keptHours = 24

export interface ExportFileEntry {
  readonly id: number
  readonly fileName: string
  readonly createdAt: Date
  readonly state: ExportState
  /** Number of rows of the list when the export was requested. */
  readonly totalCount: number
  readonly doneCount: number
}

/**
 * What a user may see, as a hash: permissions and merchants. A file is given only to who may see the same as when it was written, because
 * some of it may be masked or hidden from this user now.
 */
export function rightsOf({ userType, companyNo, readableCompanyNos, permissions }: Actor): string {
  const rights = [userType, companyNo, readableCompanyNos && [...readableCompanyNos].sort(), [...permissions].sort()]
  return createHash('sha256').update(JSON.stringify(rights)).digest('hex')
}

/** Inserts the record of a file that a job will write. Returns its id. */
export async function insertExportFile(
  db: Executor,
  file: {
    readonly userId: number
    readonly permission: string
    readonly fileName: string
    readonly totalCount: number
    readonly now: Date
  },
): Promise<number> {
  const { now, ...values } = file
  const expiresAt = new Date(now.getTime() + keptHours * 3_600_000)
  const { id } = await db
    .insertInto('exportFile')
    .values({ ...values, createdAt: now, expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Files of a user that have not expired, newest first, including those still being written. */
export async function listExportFiles(db: Executor, userId: number, now: Date): Promise<readonly ExportFileEntry[]> {
  return db
    .selectFrom('exportFile')
    .select(['id', 'fileName', 'createdAt', 'state', 'totalCount', 'doneCount'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute()
}

export async function countOpenExports(db: Executor, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('exportFile')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return count
}

/** A finished file of this user; undefined when it does not exist or has expired. */
export function findExportFile(
  db: Executor,
  id: number,
  userId: number,
  now: Date,
): Promise<{ readonly fileName: string; readonly permission: string; readonly rights: string | null } | undefined> {
  return db
    .selectFrom('exportFile')
    .select(['fileName', 'permission', 'rights'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('state', '=', 'done')
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Reads a file chunk by chunk, so that memory use does not grow with its size. */
export async function* readExportFile(db: Database, id: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const chunk = await db
      .selectFrom('exportFileChunk')
      .select('data')
      .where('fileId', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!chunk) return
    yield chunk.data
  }
}

/** Starts to write a file, or starts again after a crash; returns false when its record was deleted. */
export async function beginExportFile(db: Database, id: number): Promise<boolean> {
  await db.deleteFrom('exportFileChunk').where('fileId', '=', id).execute()
  const { numUpdatedRows } = await db
    .updateTable('exportFile')
    .set({ state: 'running', doneCount: 0 })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function appendExportChunk(db: Database, id: number, position: number, data: Uint8Array): Promise<void> {
  await db
    .insertInto('exportFileChunk')
    .values({ fileId: id, position, data: Buffer.from(data) })
    .execute()
}

export async function setExportState(
  db: Database,
  id: number,
  change: { readonly state?: ExportState; readonly doneCount?: number; readonly rights?: string },
): Promise<void> {
  await db.updateTable('exportFile').set(change).where('id', '=', id).execute()
}

/** Deletes expired files. */
export async function tidyExportFiles(db: Executor, now: Date): Promise<void> {
  await sql`delete from export_file where expires_at <= ${now}`.execute(db)
}
