import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Catalog } from '../../language/catalog.ts'
import type { DocumentFile } from '../../language/check/checkDocuments.ts'
import type { Database } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'

/** Reads the last good version of every document, so that a start with a broken file on disk serves the same as before. */
export async function readSnapshots(db: Database): Promise<readonly DocumentFile[]> {
  const { rows } = await sql<DocumentFile>`select file as path, content as text from document_snapshot order by file`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** Stores exactly the files of a catalog. Only what differs is sent, because all documents together are a megabyte. */
export async function saveSnapshots(db: Database, catalog: Catalog): Promise<void> {
  const hashes = [...catalog.files].map(([file, { text }]) => ({ file, hash: createHash('sha256').update(text).digest('hex') }))
  await transact(db, async (trx) => {
    const plain = trx.withoutPlugins()
    const told = sql`jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as f (file text, hash text)`
    await sql`delete from document_snapshot s where not exists (select 1 from ${told} where f.file = s.file)`.execute(plain)
    const { rows } = await sql<{ file: string }>`
      select f.file from ${told} left join document_snapshot s on s.file = f.file
      where s.file is null or encode(sha256(convert_to(s.content, 'UTF8')), 'hex') <> f.hash
    `.execute(plain)
    if (rows.length === 0) return
    const files = rows.map(({ file }) => ({ file, content: catalog.files.get(file)?.text }))
    await sql`
      insert into document_snapshot as s (file, content)
      select f.file, f.content from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f (file text, content text)
      on conflict (file) do update set content = excluded.content, accepted_at = now()
    `.execute(plain)
  })
}
