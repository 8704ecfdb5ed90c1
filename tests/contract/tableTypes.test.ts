import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { typeFiles } from '../../src/commands/schemas/types.ts'
import { fieldsOfRecord } from '../../src/language/authoring/entityTypes.ts'
import { storedEntities, type TypeSources } from '../../src/language/authoring/fieldTypes.ts'
import { type ColumnType, driverType, tableTypesOf } from '../../src/language/authoring/tableTypes.ts'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { readDatabaseCatalogue } from '../../src/server/screens/databaseCatalogue.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { handWrittenTables } from './handWrittenTables.ts'

const { catalog } = checkDocuments(readDocumentFiles(join(projectRoot, 'schemas')), publishedNames)

let server: TestServer
let sources: TypeSources

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  const { entities, dictionaries } = catalog
  sources = { entities, dictionaries, relations: await readDatabaseCatalogue(server.database.db) }
})
afterAll(() => server.close())

const rowsOf = async <Row>(query: RawBuilder<Row>) => (await query.execute(server.database.db.withoutPlugins())).rows

describe('the generated types', () => {
  it.each(['src/server/entities.generated.ts', 'src/server/tables.generated.ts'])(
    'the generated types of %s are those of documents and database',
    (path) => {
      const current = typeFiles(catalog, sources.relations).find((file) => file.path === path)?.text
      const committed = readFileSync(join(projectRoot, path), 'utf8')
      expect(committed, 'run `npm run schemas -- types`').toBe(current)
    },
  )

  it('the generated types name every column of their table, null where it may be', () => {
    const tables = tableTypesOf(sources)
    expect(tables.length).toBeGreaterThan(25)
    for (const { entity, columns } of tables) {
      const relation = sources.relations.get(entity.table)
      expect(columns.map(({ column }) => column.name).sort(), entity.table).toEqual([...(relation?.columns.keys() ?? [])].sort())
    }
  })

  it('the generated types are what the driver gives', async () => {
    let seen = 0
    for (const { entity, columns } of tableTypesOf(sources)) {
      const rows = await rowsOf(sql<Record<string, unknown>>`select * from ${sql.table(entity.table)} order by id limit 200`)
      for (const row of rows) {
        for (const { field, column, type } of columns) {
          seen += 1
          const place = `${entity.table}.${column.name}`
          const value = row[column.name]
          if (value === null) expect(column.nullable, `${place} is null`).toBe(true)
          // A column that no field describes may contain any JSON.
          else if (type === 'unknown' && column.type === 'jsonb') expect(['object', 'list'], place).toContain(kindOf(value))
          else expect(kindOf(value), `${place} is ${type} as ${field}`).toBe(kindOfType(type, column.type))
        }
      }
    }
    expect(seen).toBeGreaterThan(10_000)
  })

  it('the generated types know every code that is stored', async () => {
    let seen = 0
    for (const { entity, columns } of tableTypesOf(sources)) {
      for (const { field, column, type } of columns) {
        const keys = keysOf(type)
        if (keys === null) continue
        const isList = entity.properties[field]?.type === 'array'
        const value = isList ? sql`jsonb_array_elements_text(${sql.ref(column.name)})` : sql.ref(column.name)
        const rows = await rowsOf(sql<{ value: string | null }>`select distinct ${value} as value from ${sql.table(entity.table)}`)
        const stored = rows.flatMap((row) => (row.value === null ? [] : [row.value]))
        seen += stored.length
        expect(
          stored.filter((one) => !keys.has(one)),
          `${entity.table}.${column.name}: ${type}`,
        ).toEqual([])
      }
    }
    expect(seen).toBeGreaterThan(100)
  })
})

describe('the types of records', () => {
  it('the types of records are null nowhere else than they say', async () => {
    for (const entity of storedEntities(sources.entities)) {
      const filled = fieldsOfRecord(entity, sources).filter((field) => !field.mayBeNull && field.isColumn)
      const isNull = sql.join(
        filled.map(({ column }) => sql`${sql.ref(column)} is null`),
        sql` or `,
      )
      const relation = sql.table(entity.view ?? entity.table)
      const rows = await rowsOf(sql`select 1 from (select * from ${relation} limit 2000) r where ${isNull} limit 1`)
      expect(rows, entity.name).toEqual([])
    }
  })
})

describe('the types written by hand', () => {
  it('stand in a `tables.ts`, for tables that no entity describes, and agree with the database', () => {
    const generated = new Set(tableTypesOf(sources).map(({ entity }) => entity.table))
    const tables = handWrittenTables()
    expect(tables.length).toBeGreaterThan(30)
    for (const { file, table, columns } of tables) {
      expect(file, `type of ${table}`).toMatch(/\/tables\.ts$/)
      expect(generated.has(table), `${table} has a generated type`).toBe(false)
      const relation = sources.relations.get(table)
      for (const { column, type, nullable } of columns) {
        const place = `${file}: ${table}.${column}`
        const stored = relation?.columns.get(column)
        expect(stored, place).toBeDefined()
        if (!stored || type === 'unknown') continue
        expect(nullable, `${place} may be null`).toBe(stored.nullable)
        expect(type, place).toBe(driverType(stored.type))
      }
    }
  })
})

/** Keys of the dictionary in a type; null for other types. */
function keysOf(type: ColumnType['type']): ReadonlySet<string> | null {
  const dictionary = sources.dictionaries.get(type.replace(/^readonly (\w+)\[\]$/, '$1'))
  return dictionary ? new Set(dictionary.options.map(({ key }) => key)) : null
}

function kindOf(value: unknown): string {
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  return Array.isArray(value) ? 'list' : typeof value
}

function kindOfType(type: string, columnType: string): string {
  if (type.startsWith('readonly ')) return 'list'
  return columnType === 'jsonb' ? 'object' : driverType(columnType)
}
