import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { PublishedTable } from '../../../catalog/publishedTable.ts'
import type { Entity } from '../../../documents/entity.ts'
import type { Finding } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'

/** Checks that an entity uses a published table as its area publishes it: with its name, its view and its scope. */
export function entityTable({ entity, names }: EntityContext): readonly Finding[] {
  if (entity.table === undefined) return [...viewWithoutTable(entity), ...takenName(entity, names)]
  const table = names.tables.get(entity.table)
  if (table === undefined) return [unpublishedTable(entity.table, names), ...takenName(entity, names)]
  return [...checkOwner(entity, table), ...checkView(entity, table), ...checkScope(entity, table), ...checkReadonly(entity, table)]
}

function viewWithoutTable(entity: Entity): readonly Finding[] {
  if (entity.view === undefined) return []
  return [{ place: ['view'], at: 'key', code: 'view-without-table', message: '沒有 table 的實體存於共用文件表，不能指定 view' }]
}

/** Hooks, history and jobs of a table go by the name of its entity. An entity elsewhere with that name would give them foreign records. */
function takenName(entity: Entity, names: Names): readonly Finding[] {
  const owner = [...names.tables.values()].find((table) => table.entity === entity.name)
  if (owner === undefined) return []
  return [{ place: ['name'], code: 'reserved-name', message: `「${entity.name}」是資料表 ${owner.table} 的實體名稱，請改用其他名稱` }]
}

function unpublishedTable(table: string, names: Names): Finding {
  const message = `資料表「${table}」沒有開放給畫面文件；自己的資料不寫 table，存於共用文件表`
  return { place: ['table'], code: 'unpublished-table', ...unknownName(message, table, names.tables.keys()) }
}

function checkOwner(entity: Entity, table: PublishedTable): readonly Finding[] {
  if (entity.name === table.entity) return []
  const message = `資料表 ${table.table} 的實體是 ${table.entity}；第二個實體不會有它的規則、範圍與異動紀錄，請在畫面使用 ${table.entity}`
  return [{ place: ['name'], code: 'second-entity', message, suggestion: table.entity }]
}

function checkView(entity: Entity, table: PublishedTable): readonly Finding[] {
  if (entity.view === table.view) return []
  if (table.view === undefined) {
    return [{ place: ['view'], code: 'unpublished-view', message: `資料表 ${table.table} 不從檢視讀取，請刪除 view` }]
  }
  // No suggestion where the key is missing: it would read as if the name of the table were wrong.
  if (entity.view === undefined) {
    return [{ place: ['table'], code: 'unpublished-view', message: `資料表 ${table.table} 須從檢視讀取，請加上 "view": "${table.view}"` }]
  }
  const message = `資料表 ${table.table} 只能從檢視 ${table.view} 讀取`
  return [{ place: ['view'], code: 'unpublished-view', message, suggestion: table.view }]
}

function checkScope(entity: Entity, table: PublishedTable): readonly Finding[] {
  if ((entity.scope ?? null) === table.scope) return []
  if (table.scope === null) {
    return [{ place: ['scope'], code: 'wrong-scope', message: `資料表 ${table.table} 不以特約商區分，請刪除 scope` }]
  }
  const message = `資料表 ${table.table} 的資料屬於特約商，須寫 "scope": "${table.scope}"，否則特約商會看到別人的資料`
  if (entity.scope === undefined) return [{ place: ['table'], code: 'wrong-scope', message }]
  return [{ place: ['scope'], code: 'wrong-scope', message, suggestion: table.scope }]
}

function checkReadonly(entity: Entity, table: PublishedTable): readonly Finding[] {
  if (table.readonly !== true || entity.readonly === true) return []
  const place = entity.readonly === undefined ? ['table'] : ['readonly']
  return [{ place, code: 'readonly-table', message: `資料表 ${table.table} 只供查詢，須寫 "readonly": true` }]
}
