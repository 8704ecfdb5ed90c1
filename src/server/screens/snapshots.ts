import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Catalog } from '../../language/catalog/catalog.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import type { Database, Executor, Trx } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'

/** Reads the last good version of every document, so that a start with a broken file on disk serves the same as before. */
export async function readSnapshots(db: Database): Promise<readonly DocumentFile[]> {
  const { rows } = await sql<DocumentFile>`select file as path, content as text from document_snapshot order by file`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/**
 * Stores exactly the files of a catalog. Only what differs is sent, because all documents together are a megabyte.
 *
 * @param before what this process stored last: then the database is only told the difference. Null: it is asked what it has.
 */
export async function saveSnapshots(db: Database, catalog: Catalog, before: Catalog | null): Promise<void> {
  if (before !== null) return store(db, catalog, difference(before, catalog))
  await transact(db, async (trx) => store(trx, catalog, await storedDifference(trx, catalog)))
}

/** In one statement, so that nobody reads half of a change. */
async function store(db: Executor, { files }: Catalog, { written, removed }: Difference): Promise<void> {
  if (written.length + removed.length === 0) return
  const sent = written.map((file) => ({ file, content: files.get(file)?.text }))
  await sql`
    with gone as (delete from document_snapshot where file = any(${removed}::text[]))
    insert into document_snapshot as s (file, content)
    select f.file, f.content from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as f (file text, content text)
    on conflict (file) do update set content = excluded.content, accepted_at = now()
  `.execute(db.withoutPlugins())
}

/** Paths of files. */
interface Difference {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

function difference(before: Catalog, { files }: Catalog): Difference {
  return {
    written: [...files].filter(([path, { text }]) => before.files.get(path)?.text !== text).map(([path]) => path),
    removed: [...before.files.keys()].filter((path) => !files.has(path)),
  }
}

/** Files that are new or have another text. */
export function changedPaths(before: Catalog | null, catalog: Catalog): readonly string[] {
  return before === null ? [...catalog.files.keys()] : difference(before, catalog).written
}

async function storedDifference(trx: Trx, { files }: Catalog): Promise<Difference> {
  const hashes = [...files].map(([file, { text }]) => ({ file, hash: createHash('sha256').update(text).digest('hex') }))
  const { rows } = await sql<{ file: string; isThere: boolean }>`
    select coalesce(f.file, s.file) as file, f.file is not null as "isThere"
    from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as f (file text, hash text) full join document_snapshot s on s.file = f.file
    where s.file is null or encode(sha256(convert_to(s.content, 'UTF8')), 'hex') is distinct from f.hash
  `.execute(trx.withoutPlugins())
  const pathsOf = (isThere: boolean) => rows.filter((row) => row.isThere === isThere).map(({ file }) => file)
  return { written: pathsOf(true), removed: pathsOf(false) }
}
