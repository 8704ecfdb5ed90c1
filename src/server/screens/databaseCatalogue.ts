import { sql } from 'kysely'
import type { Executor } from '../platform/database/tables.ts'

export interface CatalogueColumn {
  readonly name: string
  /** Type name: `bigint`, `character varying`, `timestamp with time zone`, …; `ARRAY` for any array */
  readonly type: string
  /** Decimal places of a `numeric` that says them. */
  readonly scale: number | null
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** Written only by the database: computed from other columns, or an identity. */
  readonly generated: boolean
}

export interface CatalogueRelation {
  readonly kind: 'table' | 'view'
  readonly columns: ReadonlyMap<string, CatalogueColumn>
  /** The columns of each unique index, including columns used in its expressions. */
  readonly uniques: readonly ReadonlySet<string>[]
}

/** The current tables and views of the database. */
export type DatabaseCatalogue = ReadonlyMap<string, CatalogueRelation>

interface RelationRow {
  readonly relation: string
  readonly kind: CatalogueRelation['kind']
  readonly columns: readonly CatalogueColumn[]
}

interface UniqueRow {
  readonly relation: string
  readonly parts: readonly string[]
}

/** Reads the system tables, because the views of `information_schema` take three times as long at each start of a server. */
export async function readDatabaseCatalogue(db: Executor): Promise<DatabaseCatalogue> {
  const relations = await sql<RelationRow>`
    select c.relname as relation, case c.relkind when 'v' then 'view' else 'table' end as kind,
      json_agg(json_build_object(
        'name', a.attname,
        'type', case when t.typcategory = 'A' then 'ARRAY' else format_type(t.oid, null) end,
        'scale', case when t.typname = 'numeric' and a.atttypmod > 0 then (a.atttypmod - 4) & 65535 end,
        'nullable', not a.attnotnull,
        'hasDefault', (a.atthasdef and a.attgenerated = '') or a.attidentity <> '',
        'generated', a.attgenerated <> '' or a.attidentity = 'a'
      ) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
    group by c.oid, c.relname, c.relkind order by c.relname
  `.execute(db.withoutPlugins())
  const uniques = await sql<UniqueRow>`
    select t.relname as relation, array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts::int) as n) as parts
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = current_schema()::regnamespace
  `.execute(db.withoutPlugins())
  return toCatalogue(relations.rows, uniques.rows)
}

function toCatalogue(relations: readonly RelationRow[], uniques: readonly UniqueRow[]): DatabaseCatalogue {
  const found = relations.map(({ relation, kind, columns }) => {
    const known = new Map(columns.map((column) => [column.name, column]))
    return [relation, { kind, columns: known, uniques: [] as ReadonlySet<string>[] }] as const
  })
  const catalogue = new Map(found)
  for (const { relation, parts } of uniques) {
    const known = catalogue.get(relation)
    known?.uniques.push(new Set(parts.flatMap((part) => namesIn(part, known.columns))))
  }
  return catalogue
}

function namesIn(part: string, columns: ReadonlyMap<string, CatalogueColumn>): readonly string[] {
  return (part.match(/[a-z_][a-z0-9_]*/g) ?? []).filter((word) => columns.has(word))
}

/** Comments of a table and its columns by column name; '' for the table itself. Only those that exist. */
export async function readComments(db: Executor, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; comment: string }>`
    select coalesce(a.attname, '') as name, d.description as comment
    from pg_description d join pg_class t on t.oid = d.objoid join pg_namespace s on s.oid = t.relnamespace
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = d.objsubid
    where d.classoid = 'pg_class'::regclass and s.nspname = current_schema() and t.relname = ${table}
  `.execute(db.withoutPlugins())
  return new Map(rows.map((row) => [row.name, row.comment]))
}
