import type { Catalog } from '../../language/catalog/catalog.ts'
import type { Entity } from '../../language/documents/entity.ts'
import type { Diagnostic } from '../../language/findings/diagnostic.ts'
import { type Finding, locate } from '../../language/findings/source.ts'
import { type EntityModel, type FieldModel, modelOf, type ValueKind } from '../records/model.ts'
import type { CatalogueColumn, CatalogueRelation, DatabaseCatalogue } from './databaseCatalogue.ts'

/** Column types that can hold every value of a kind. */
const typesOf: Record<ValueKind, readonly string[]> = {
  text: ['text', 'character varying', 'character', 'uuid'],
  integer: ['bigint', 'integer', 'smallint', 'numeric'],
  number: ['numeric', 'bigint', 'integer', 'smallint'],
  boolean: ['boolean'],
  date: ['date'],
  dateTime: ['timestamp with time zone'],
  json: ['jsonb'],
}

const code = 'database-difference'

/** Differences between the entities with a table and the database; each text names both sides. Empty when all agree. */
export function checkAgainstDatabase(catalog: Catalog, database: DatabaseCatalogue): readonly Diagnostic[] {
  return [...catalog.files].flatMap(([path, file]) => {
    const entity = file.kind === 'entity' ? catalog.entities.get(file.name) : undefined
    if (!entity?.table) return []
    const findings = knownFindings(entity, database)
    // Reading the text again, to find places in it, costs more than the comparison.
    if (findings.length === 0) return []
    const source = { path, text: file.text, ...(file.origin && { origin: file.origin }) }
    return findings.map((finding) => locate(source, finding))
  })
}

/** An entity that stays the same object was compared before. */
const compared = new WeakMap<DatabaseCatalogue, WeakMap<Entity, readonly Finding[]>>()

function knownFindings(entity: Entity, database: DatabaseCatalogue): readonly Finding[] {
  const known = compared.get(database) ?? new WeakMap<Entity, readonly Finding[]>()
  compared.set(database, known)
  const findings = known.get(entity) ?? entityFindings(entity, database)
  known.set(entity, findings)
  return findings
}

/** Exported for tests. */
export function entityFindings(entity: Entity, database: DatabaseCatalogue): readonly Finding[] {
  const table = database.get(entity.table ?? '')
  if (!table) return [{ place: ['table'], code, message: `資料庫沒有資料表 ${entity.table}` }]
  const read = entity.view === undefined ? table : database.get(entity.view)
  if (!read) return [{ place: ['view'], code, message: `資料庫沒有檢視 ${entity.view}` }]
  const model = modelOf(entity)
  const fields = [...model.fields.values()]
  return [
    ...fields.flatMap((field) => columnFindings(entity, field, table, read)),
    ...unfilledColumns(model, table),
    ...uniqueFindings(entity, model, table),
  ]
}

function columnFindings(entity: Entity, field: FieldModel, table: CatalogueRelation, read: CatalogueRelation): readonly Finding[] {
  const place = field.common ? [] : ['properties', field.name]
  const column = read.columns.get(field.column)
  const relation = entity.view ?? entity.table
  if (!column) {
    const isOptional = field.common && entity.readonly === true && field.name !== 'id'
    return isOptional ? [] : [{ place, code, message: `欄位 ${field.name} 在資料庫 ${relation} 沒有對應的 ${field.column}` }]
  }
  const text = typeDifference(field, column, table.columns.get(field.column))
  return text === null
    ? []
    : [{ place, code, message: `欄位 ${field.name}：文件為${text.document}，資料庫 ${relation}.${field.column} 為 ${text.database}` }]
}

function typeDifference(
  field: FieldModel,
  column: CatalogueColumn,
  stored: CatalogueColumn | undefined,
): { document: string; database: string } | null {
  const { property } = field
  if (!typesOf[field.kind].includes(column.type)) {
    return { document: ` ${property.type}${property.format ? `（${property.format}）` : ''}`, database: column.type }
  }
  const decimals = property['x-decimals']
  if (decimals !== undefined && stored?.type === 'numeric' && stored.scale !== decimals) {
    return { document: `${decimals} 位小數`, database: `${stored.scale ?? '任意'} 位小數` }
  }
  return null
}

/** NOT NULL columns that the document allows to be empty or does not have, so that every insert would fail. */
function unfilledColumns({ entity, fields }: EntityModel, table: CatalogueRelation): readonly Finding[] {
  if (entity.readonly) return []
  const byColumn = new Map([...fields.values()].map((field) => [field.column, field]))
  return [...table.columns.values()]
    .filter((column) => !column.nullable && !column.hasDefault)
    .flatMap((column) => {
      const field = byColumn.get(column.name)
      const isFilled =
        field && (field.property['x-computed'] || field.property.default !== undefined || entity.required?.includes(field.name))
      if (isFilled || entity.scope === field?.name) return []
      const subject = field ? `欄位 ${field.name} 在文件可為空` : '文件沒有對應的欄位'
      return field
        ? [{ place: ['properties', field.name], code, message: `${subject}，資料庫 ${entity.table}.${column.name} 不可為空` }]
        : []
    })
}

function uniqueFindings(entity: Entity, { fields }: EntityModel, table: CatalogueRelation): readonly Finding[] {
  const column = (name: string): string => fields.get(name)?.column ?? name
  const single = [...fields.values()].filter((field) => field.property['x-unique'] && table.columns.has(field.column))
  const missing = (columns: readonly string[]): boolean =>
    !table.uniques.some((unique) => columns.every((one) => unique.has(one)) && [...unique].every((one) => columns.includes(one)))
  return [
    ...single
      .filter((field) => missing([field.column]))
      .map(
        (field): Finding => ({
          place: ['properties', field.name, 'x-unique'],
          code,
          message: `欄位 ${field.name} 在文件為唯一，資料庫 ${entity.table}.${field.column} 沒有唯一索引`,
        }),
      ),
    ...(entity.unique ?? []).flatMap((names, index): Finding[] =>
      missing(names.map(column))
        ? [{ place: ['unique', index], code, message: `組合 ${names.join('、')} 在文件為唯一，資料庫 ${entity.table} 沒有對應的唯一索引` }]
        : [],
    ),
  ]
}
