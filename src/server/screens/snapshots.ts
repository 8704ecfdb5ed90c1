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

/** Stores exactly the files of a catalog; only differences are written. */
export async function saveSnapshots(db: Database, catalog: Catalog): Promise<void> {
  const files = [...catalog.files].map(([file, { text }]) => ({ file, content: text }))
  await transact(db, async (trx) => {
    const plain = trx.withoutPlugins()
    await sql`
      delete from document_snapshot s where not exists (
        select 1 from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f (file text) where f.file = s.file)
    `.execute(plain)
    await sql`
      insert into document_snapshot as s (file, content)
      select f.file, f.content from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f (file text, content text)
      on conflict (file) do update set content = excluded.content, accepted_at = now() where s.content <> excluded.content
    `.execute(plain)
  })
}
