import { sql } from 'kysely'
import type { Executor } from '../platform/database/tables.ts'

export interface CatalogueColumn {
  readonly name: string
  /** Type name of `information_schema`: `bigint`, `character varying`, `timestamp with time zone`, … */
  readonly type: string
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

interface ColumnRow extends CatalogueColumn {
  readonly relation: string
  readonly kind: CatalogueRelation['kind']
}

interface UniqueRow {
  readonly relation: string
  readonly parts: readonly string[]
}

export async function readDatabaseCatalogue(db: Executor): Promise<DatabaseCatalogue> {
  const columns = await sql<ColumnRow>`
    select c.table_name as relation, case t.table_type when 'VIEW' then 'view' else 'table' end as kind, c.column_name as name,
      c.data_type as type, c.numeric_scale as scale, c.is_nullable = 'YES' as nullable,
      (c.column_default is not null or c.is_identity = 'YES') as "hasDefault",
      (c.is_generated = 'ALWAYS' or c.identity_generation is not distinct from 'ALWAYS') as generated
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() order by c.table_name, c.ordinal_position
  `.execute(db.withoutPlugins())
  const uniques = await sql<UniqueRow>`
    select t.relname as relation, array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts::int) as n) as parts
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace s on s.oid = t.relnamespace
    where i.indisunique and s.nspname = current_schema()
  `.execute(db.withoutPlugins())
  return toRelations(columns.rows, uniques.rows)
}

function toRelations(columns: readonly ColumnRow[], uniques: readonly UniqueRow[]): DatabaseCatalogue {
  type Open = Omit<CatalogueRelation, 'columns' | 'uniques'> & { columns: Map<string, CatalogueColumn>; uniques: ReadonlySet<string>[] }
  const relations = new Map<string, Open>()
  for (const { relation, kind, ...column } of columns) {
    const known = relations.get(relation) ?? { kind, columns: new Map<string, CatalogueColumn>(), uniques: [] }
    known.columns.set(column.name, column)
    relations.set(relation, known)
  }
  for (const { relation, parts } of uniques) {
    const known = relations.get(relation)
    known?.uniques.push(new Set(parts.flatMap((part) => namesIn(part, known.columns))))
  }
  return relations
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
